// @ts-check
// A dialog with a form, of which one part is shown at a time: whatever names a field opens its part.
import { closeDialog, openDialog } from "./dialogs.js";
import { at } from "./live.js";

/** Return the part of a form that has a field. @param {string} [field]  its id */
const partOf = (field) => (field ? at(field).closest("[data-part]") : null);

/**
 * Let what has data-edit, the id of a field, open the dialog at this field; it gets the focus back.
 * @param {string} id  of the dialog, whose parts have their titles as data-part
 * @param {() => void} moved  called when other fields can be seen
 */
export function linkParts(id, moved) {
  const dialog = at(id);
  let field = "";
  document.addEventListener("click", (event) => {
    const opener = event.target instanceof Element ? event.target.closest("[data-edit]") : null;
    if (!(opener instanceof HTMLElement)) return;
    field = opener.dataset.edit ?? "";
    const part = partOf(field);
    for (const each of dialog.querySelectorAll("[data-part]")) each.toggleAttribute("hidden", each !== part);
    dialog.querySelector("h2")?.replaceChildren(part?.getAttribute("data-part") ?? "");
    openDialog(id);
    moved();
    at(field).focus();
  });
  dialog.addEventListener("close", () => {
    moved();
    const openers = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-edit]")]);
    const back = openers.find((each) => each.dataset.edit === field) ?? openers.find((each) => partOf(each.dataset.edit) === partOf(field));
    back?.focus();
  });
  for (const opener of document.querySelectorAll("[data-edit]")) opener.setAttribute("aria-haspopup", "dialog");
  dialog.addEventListener("keydown", (event) => { // a form of several fields has no Enter of its own
    if (event.key !== "Enter" || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.target.form?.requestSubmit();
  });
  dialog.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    closeDialog(id);
  });
}
