// What the theme leaves open, once the page is there.
addEventListener("load", () => {
  // Markdown needs a backslash before | in a table, and leaves it there in code.
  for (const code of document.querySelectorAll("td code")) {
    code.textContent = code.textContent.replaceAll("\\|", "|");
  }
  // A head without words would be announced as one.
  for (const head of document.querySelectorAll("th:empty")) head.replaceWith(document.createElement("td"));
  // Two parts would have the name Navigation.
  document.querySelector(".md-path")?.setAttribute("aria-label", "Path");
  // What is wider than the window can be scrolled with keys.
  const parts = document.querySelectorAll(".terminal, .output, .md-typeset__scrollwrap");
  const reachable = () => {
    for (const part of parts) part.tabIndex = part.scrollWidth > part.clientWidth ? 0 : -1;
  };
  reachable();
  addEventListener("resize", reachable);
});
