// @ts-check
// A box for files: dropped or chosen, listed, taken away.
import { element } from "./elements.js";
import { t } from "./words.js";

const MOST = 3_900_000; // characters that can be sent, as Base64

/** A file: its content as Base64, and the text of one that may be JSON. @typedef {{name: string, content: string, text: string}} Given */

for (const kind of ["dragover", "drop"]) { // a file beside the box must not replace the page
  addEventListener(kind, (event) => event.preventDefault());
}

/** The files of a box, which has an <input type="file">, a list and a line for what is to be said. */
export class FileBox {
  /**
   * @param {HTMLElement} box
   * @param {() => void} changed  called when files have come or gone
   * @param {(file: Given) => string} [about]  what a file is, beside its name
   */
  constructor(box, changed, about = () => "") {
    this.changed = changed;
    this.about = about;
    /** @type {Given[]} */
    this.files = [];
    this.input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
    this.list = /** @type {HTMLElement} */ (box.querySelector(".files"));
    this.note = /** @type {HTMLElement} */ (box.querySelector(".note"));
    this.input.addEventListener("change", async () => {
      await this.read([...this.input.files ?? []]);
      this.input.value = ""; // so that the same file can be chosen again
    });
    box.addEventListener("dragover", () => box.classList.add("over"));
    box.addEventListener("dragleave", () => box.classList.remove("over"));
    box.addEventListener("drop", (event) => {
      box.classList.remove("over");
      this.read([...event.dataTransfer?.files ?? []]);
    });
  }

  /** Take files of the browser. @param {File[]} files */
  async read(files) {
    const found = await Promise.all(files.map(readFile));
    this.add(found.filter((file) => typeof file !== "string"), found.filter((file) => typeof file === "string"));
  }

  /** Add files; one that is here already would look like boards dealt twice. @param {Given[]} files @param {string[]} said */
  add(files, said = []) {
    let length = this.files.reduce((sum, file) => sum + file.content.length, 0);
    for (const file of files) {
      length += file.content.length;
      if (this.files.some((other) => other.content === file.content && other.name === file.name)) said.push(t`${file.name} is here already.`);
      else if (length <= MOST) this.files.push(file);
      else {
        said.push(t`${file.name} is left out: together these files are too large to be sent. Use the command line for them.`);
        length -= file.content.length;
      }
    }
    this.note.textContent = said.join(" ");
    this.show();
  }

  /** Take all files away. */
  clear() {
    this.files = [];
    this.note.textContent = "";
    this.show();
  }

  show() {
    this.list.replaceChildren(...this.files.map((file) => {
      const row = element("li", "", file.name);
      const about = this.about(file);
      if (about) row.append(element("span", "note", ` ${about}`));
      const button = row.appendChild(element("button", "", t`Remove`));
      button.setAttribute("type", "button");
      button.setAttribute("aria-label", t`Remove ${file.name}`);
      button.addEventListener("click", () => {
        this.files = this.files.filter((other) => other !== file);
        this.show();
        this.input.focus();
      });
      return row;
    }));
    this.changed();
  }
}

/** Return a file, or why it cannot be read. @param {File} file @returns {Promise<Given | string>} */
async function readFile(file) {
  if (file.size > MOST) return t`${file.name} is too large to be sent. Use the command line for it.`;
  try {
    const text = /\.json$/i.test(file.name) ? await file.text() : "";
    return { name: file.name, content: await base64(file), text };
  } catch {
    return t`${file.name} cannot be read.`;
  }
}

/** @param {File} file @returns {Promise<string>} */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,?/, "")));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
