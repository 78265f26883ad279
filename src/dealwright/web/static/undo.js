// @ts-check
// Undo and redo: the addresses of limits at rest.

/** Addresses before this one, and those that were undone. */
export class Past {
  /** @param {() => void} show  called when the address went back or forward */
  constructor(show) {
    this.show = show;
    /** @type {string[]} */
    this.earlier = [];
    /** @type {string[]} */
    this.undone = [];
    this.settled = location.hash;
  }

  /** Note that the limits rest where they are. */
  settle() {
    if (location.hash === this.settled) return;
    this.earlier.push(this.settled);
    this.undone = [];
    this.settled = location.hash;
  }

  undo() {
    this.step(this.earlier, this.undone);
  }

  redo() {
    this.step(this.undone, this.earlier);
  }

  /** @param {string[]} from @param {string[]} to */
  step(from, to) {
    const address = from.pop();
    if (address === undefined) return;
    to.push(this.settled);
    this.settled = address;
    history.replaceState(null, "", address || "#");
    this.show();
  }
}
