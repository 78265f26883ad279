// @ts-check
// A range of two cards as 13 by 13 classes: click, drag or keys change it.
import { element } from "./elements.js";
import { t } from "./words.js";

const RANKS = "AKQJT98765432";

/** @param {number} row @param {number} column */
function className(row, column) {
  const [high, low] = [RANKS[Math.min(row, column)], RANKS[Math.max(row, column)]];
  return high + low + (row === column ? "" : row < column ? "s" : "o");
}

/** Classes as buttons: pairs on the diagonal, suited hands above it. The arrow keys go from class to class. */
export class RangeGrid {
  /**
   * @param {HTMLElement} box
   * @param {(classes: string[], adding: boolean) => void} change  called with classes to add or to remove
   */
  constructor(box, change) {
    this.box = box;
    this.change = change;
    /** @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
    this.size = 0;
    /** What a drag adds or removes. @type {{classes: Set<string>, adding: boolean} | null} */
    this.drag = null;
    box.addEventListener("keydown", (event) => this.move(event));
    box.addEventListener("pointerdown", (event) => this.begin(event));
    box.addEventListener("pointermove", (event) => this.paint(document.elementFromPoint(event.clientX, event.clientY)));
    box.addEventListener("click", (event) => {
      const name = this.nameOf(event.target);
      if (name && event.detail === 0) this.change([name], !this.isFull(name)); // a key, no pointer
    });
    addEventListener("pointerup", () => this.end(true));
    addEventListener("pointercancel", () => this.end(false));
  }

  /** Show weights of 0 to 1, rows from the ace down. @param {number[][]} weights */
  show(weights) {
    if (weights.length !== this.size) this.build(weights.length);
    weights.forEach((line, row) => line.forEach((weight, column) => this.shade(className(row, column), weight)));
  }

  /** @param {number} size */
  build(size) {
    this.size = size;
    this.buttons.clear();
    this.box.replaceChildren();
    this.box.style.setProperty("--size", String(size));
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const name = className(row, column);
        const button = this.box.appendChild(element("button", "class", name));
        button.setAttribute("type", "button");
        button.dataset.name = name;
        button.tabIndex = name === "AA" ? 0 : -1;
        this.buttons.set(name, button);
      }
    }
  }

  /** @param {string} name @param {number} weight */
  shade(name, weight) {
    const button = this.buttons.get(name);
    if (!button) return;
    button.style.setProperty("--share", String(weight));
    button.classList.toggle("in", weight > 0);
    button.setAttribute("aria-pressed", weight >= 1 ? "true" : weight > 0 ? "mixed" : "false");
    const kind = name[2] === "s" ? t` suited` : name[2] === "o" ? t` offsuit` : "";
    button.dataset.label = name.slice(0, 2) + kind + (weight > 0 && weight < 1 ? `, ${(100 * weight).toFixed(0)} %` : "");
    button.setAttribute("aria-label", button.dataset.label);
  }

  /** Write the equities of some classes below their names. @param {Map<string, number>} shares */
  showEquities(shares) {
    for (const [name, button] of this.buttons) {
      const share = shares.get(name);
      const label = button.dataset.label ?? name;
      if (share === undefined) delete button.dataset.equity;
      else button.dataset.equity = (100 * share).toFixed(0);
      button.setAttribute("aria-label", share === undefined ? label : t`${label}, equity ${(100 * share).toFixed(1)} %`);
    }
  }

  /** @param {string} name */
  isFull(name) {
    return this.buttons.get(name)?.getAttribute("aria-pressed") === "true";
  }

  /** @param {EventTarget | null} target */
  nameOf(target) {
    return target instanceof HTMLElement && this.box.contains(target) ? target.dataset.name : undefined;
  }

  /** @param {PointerEvent} event */
  begin(event) {
    const name = this.nameOf(event.target);
    if (!name || event.button !== 0) return;
    this.focus(name);
    this.drag = { classes: new Set(), adding: !this.isFull(name) };
    this.paint(event.target);
  }

  /** @param {EventTarget | null} target */
  paint(target) {
    const name = this.nameOf(target);
    if (!this.drag || !name || this.drag.classes.has(name)) return;
    this.drag.classes.add(name);
    this.shade(name, this.drag.adding ? 1 : 0);
  }

  /** @param {boolean} done  false if the drag became a scroll */
  end(done) {
    const drag = this.drag;
    this.drag = null;
    if (drag) this.change(done ? [...drag.classes] : [], drag.adding);
  }

  /** Make a class the one that Tab comes to. @param {string} name */
  focus(name) {
    for (const [other, button] of this.buttons) button.tabIndex = other === name ? 0 : -1;
    this.buttons.get(name)?.focus();
  }

  /** @param {KeyboardEvent} event */
  move(event) {
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] });
    const name = this.nameOf(event.target);
    const step = steps[event.key];
    if (!name || !step) return;
    event.preventDefault();
    const from = [...this.buttons.keys()].indexOf(name);
    const [row, column] = [Math.floor(from / this.size) + step[0], (from % this.size) + step[1]];
    if (Math.min(row, column) >= 0 && Math.max(row, column) < this.size) this.focus(className(row, column));
  }
}
