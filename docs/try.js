// "Try it here": a cell of a tutorial asks the program in this browser. The program comes from the folder of tools/browser, which
// lies beside the site as `page`; it is loaded on a click, never before, and without that folder there is no cell.
{
  const folder = new URL("../page/", document.currentScript.src);
  const index = new URL("index.html", folder).href;
  const shown = {
    share: ({ count, one_in, exact }) =>
      `${exact ? BigInt(count).toLocaleString("en") : Number(count).toPrecision(4)} deals${exact ? " (exact)" : ""}, 1 in ${Number(one_in).toPrecision(7)}`,
    deals: ({ deals }) => deals.join("\n"),
    equity: ({ players }) => players.map(({ range, equity }) => `${range}: ${(100 * equity).toFixed(2)} %`).join("\n"),
  };
  let program;

  // What names the program in the folder's page; a host without that folder may answer with another page.
  async function find() {
    const text = await (await fetch(index)).text();
    return new DOMParser().parseFromString(text, "text/html").querySelector("meta[name=dealwright-browser]");
  }

  function load(meta) {
    document.head.append(meta);
    return import(new URL(meta.content, folder).href);
  }

  function prepare(cell, meta) {
    const given = JSON.parse(cell.dataset.given), field = cell.dataset.field ?? "condition", several = Array.isArray(given[field]);
    const area = document.createElement("textarea"), button = document.createElement("button"), answer = document.createElement("pre");
    area.value = several ? given[field].join("\n") : given[field];
    area.rows = several ? given[field].length : 1;
    area.spellcheck = false;
    area.setAttribute("aria-label", `Try it here: ${field}`);
    button.type = "button";
    button.className = "md-button";
    button.textContent = "Try it here";
    answer.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      button.disabled = true;
      cell.dataset.program = ""; // where what is loading is told
      try {
        const { ask } = await (program ??= load(meta));
        const value = several ? area.value.split("\n").filter((line) => line.trim()) : area.value;
        const { kind, values } = await ask(cell.dataset.ask, { ...given, [field]: value }, () => undefined);
        answer.textContent = kind === "error" ? values.message : shown[values.kind](values);
      } catch (error) {
        answer.textContent = error.message;
      }
      button.disabled = false;
    });
    cell.append(area, button, answer);
  }

  addEventListener("load", async () => {
    const cells = document.querySelectorAll(".try");
    if (!cells.length || !location.protocol.startsWith("http")) return;
    const meta = await find().catch(() => undefined);
    if (meta) for (const cell of cells) prepare(cell, meta);
  });
}
