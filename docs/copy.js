// A block with prompts is copied as what was typed: without prompts and outputs.
function typed(text) {
  const lines = text.split("\n");
  if (lines.some((line) => line.startsWith("$ "))) {
    let goesOn = false;
    return lines
      .filter((line) => {
        const kept = goesOn || line.startsWith("$ ");
        goesOn = kept && line.endsWith("\\");
        return kept;
      })
      .map((line) => line.replace(/^\$ /, ""));
  }
  if (lines[0].startsWith(">>> ")) {
    return lines.filter((line) => /^(>>>|\.\.\.)( |$)/.test(line)).map((line) => line.slice(4));
  }
  return null;
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-md-type=copy]");
    const code = button && button.closest("pre")?.querySelector("code");
    const lines = code && typed(code.textContent);
    if (!lines || !navigator.clipboard) return;
    event.stopImmediatePropagation();
    navigator.clipboard.writeText(lines.join("\n"));
  },
  true,
);
