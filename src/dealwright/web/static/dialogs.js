// @ts-check
// Dialogs that a button opens and closes, and one line that says what was done.
import { button, element } from "./elements.js";

const SECONDS = 8; // that a line stays

/** @param {string} id */
const dialogOf = (id) => /** @type {HTMLDialogElement} */ (document.getElementById(id));

/** Open a dialog. @param {string} id */
export function openDialog(id) {
  const dialog = dialogOf(id);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** Close a dialog. @param {string} id */
export const closeDialog = (id) => dialogOf(id).close();

/** Let buttons open the dialogs that they name, and what is in a dialog or beside it close it. */
export function linkDialogs() {
  for (const opener of document.querySelectorAll("[data-open]")) {
    opener.setAttribute("aria-haspopup", "dialog");
    opener.addEventListener("click", () => openDialog(/** @type {HTMLElement} */ (opener).dataset.open ?? ""));
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    for (const closer of dialog.querySelectorAll("[data-close]")) closer.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close(); // what is beside it
    });
  }
}

/** @type {HTMLElement | undefined} */
let line;

/** Say what was done, with a button that does something about it. @param {string} text @param {string} label @param {() => void} act */
export function say(text, label, act) {
  line?.remove();
  const said = element("div", "toast", element("span", "", text), button("", label, () => {
    said.remove();
    act();
  }));
  said.setAttribute("role", "status");
  line = document.body.appendChild(said);
  setTimeout(() => said.remove(), SECONDS * 1000);
}
