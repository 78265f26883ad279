// What a tour has in the page before the page's own modules: answers, a clock that only tours move, and what is shown, as lines.
(() => {
  const real = { setTimeout: window.setTimeout.bind(window), fetch: window.fetch.bind(window), Date };
  const BEGIN = 1767268800000; // the first of January 2026, at noon
  const SHORT = 2500; // timers of no more milliseconds run by themselves, in their order
  const MOST = 400; // timers and answers after one act: more is a loop
  const LONG = 5000; // characters of a request that a stored answer names whole
  let now = 0;
  let next = 1;
  let pending = 0;
  /** The answers that are stored. @type {Promise<Record<string, [string, any]>> | undefined} */
  let answers;
  /** @type {Map<number, {due: number, delay: number, every: number, act: () => void}>} */
  const timers = new Map();
  const log = [];

  const later = (act, delay = 0, every = 0, args = []) => {
    timers.set(next, { due: now + delay, delay, every, act: () => act(...args) });
    return next++;
  };
  window.setTimeout = (act, delay, ...args) => later(act, delay, 0, args);
  window.setInterval = (act, delay, ...args) => later(act, delay, delay, args);
  window.clearTimeout = window.clearInterval = (id) => timers.delete(id);
  performance.now = () => now;
  window.Date = class extends real.Date {
    constructor(...given) {
      if (given.length) super(...given);
      else super(BEGIN + now);
    }
    static now() {
      return BEGIN + now;
    }
  };
  let drawn = 0;
  crypto.getRandomValues = (numbers) => {
    for (const at of numbers.keys()) numbers[at] = 100 + drawn++;
    return numbers;
  };
  window.print = () => log.push("prints");
  Object.defineProperty(navigator, "clipboard", { value: {
    async writeText(text) {
      if (tour.noClipboard) throw new Error("not allowed");
      log.push(`copies ${text}`);
    },
  } });
  Object.defineProperty(navigator, "share", { value: async (given) => log.push(`shares ${JSON.stringify(given)}`) });
  document.execCommand = (name) => log.push(`${name} ${getSelection()}`);
  addEventListener("error", (event) => log.push(`error: ${event.message}`));
  addEventListener("unhandledrejection", (event) => log.push(`error: ${event.reason}`));
  navigation.addEventListener("navigate", (event) => {
    const { url, sameDocument } = event.destination;
    if (event.downloadRequest !== null || sameDocument || !tour.started) return;
    log.push(`goes to ${url.replace(/^https?:\/\/[^/]*/, "")}`);
    event.preventDefault();
  });
  const blobs = new Map();
  URL.createObjectURL = (blob) => {
    blobs.set(`blob:${blobs.size}`, blob);
    return `blob:${blobs.size - 1}`;
  };
  URL.revokeObjectURL = () => undefined;
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function act() {
    if (!this.download) return click.call(this);
    pending += 1;
    blobs.get(this.getAttribute("href")).text().then((text) => {
      log.push(`saves ${this.download}: ${JSON.stringify(text.slice(0, 1500))}`);
      pending -= 1;
    });
  };
  const readText = Blob.prototype.text;
  Blob.prototype.text = function text() {
    pending += 1;
    return readText.call(this).finally(() => (pending -= 1));
  };
  const readData = FileReader.prototype.readAsDataURL;
  FileReader.prototype.readAsDataURL = function read(blob) {
    pending += 1;
    this.addEventListener("loadend", () => (pending -= 1));
    readData.call(this, blob);
  };

  const closeDialog = HTMLDialogElement.prototype.close;
  HTMLDialogElement.prototype.close = function close() {
    if (this.open) {
      pending += 1;
      this.addEventListener("close", () => (pending -= 1), { once: true });
    }
    closeDialog.call(this);
  };
  // a button that is disabled loses the focus: browsers see to it when they draw, tours at once
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLButtonElement.prototype, "disabled");
  Object.defineProperty(HTMLButtonElement.prototype, "disabled", { get, set(value) {
    set.call(this, value);
    if (value && this === document.activeElement) this.blur();
  } });

  // -------------------------------------------------------------------------------- answers

  const bytes = (text) => new TextEncoder().encode(text);
  const eventOf = ([kind, values]) => bytes(`event: ${kind}\ndata: ${JSON.stringify(values)}\n\n`);
  /** Streams of rooms that are open, by their paths. @type {Map<string, ReadableStreamDefaultController>} */
  const streams = new Map();
  const held = [];

  window.fetch = async (address, { body = "", headers = {}, signal } = {}) => {
    const name = address.replace("api/v1/", "");
    const token = headers.authorization ? ` ${headers.authorization}` : "";
    const stream = /event-stream/.test(headers.accept ?? "");
    log.push(`> ${name}${token}${stream ? " *" : ""} ${body}`.trim());
    const given = () => {
      if (!signal?.aborted) return;
      log.push(`x ${name}`);
      throw new DOMException("aborted", "AbortError");
    };
    const mine = tour.given[name]?.shift();
    if (mine === null) throw new TypeError("no server");
    if (name.endsWith("/events") && !mine) {
      return { ok: true, status: 200, body: new ReadableStream({ start: (controller) => {
        streams.set(name, controller);
        signal?.addEventListener("abort", () => {
          try {
            controller.error(new DOMException("aborted", "AbortError"));
            log.push(`x ${name}`);
          } catch {
            // it has ended
          }
        });
      } }) };
    }
    const holding = tour.holds.includes(name);
    if (holding && !stream) await new Promise((done) => held.push(done));
    pending += 1;
    try {
      const found = mine ?? (name.includes("/") ? ["answer", {}] : await tour.answer(name, body));
      if (found === undefined) log.push("error: no answer is stored for this");
      given();
      const [kind, values] = found ?? ["error", { message: "no answer is stored" }];
      if (kind === "error" && (!stream || values.status)) return { ok: false, status: values.status ?? 422, json: async () => ({ error: values }) };
      if (!stream) return { ok: true, status: 200, json: async () => structuredClone(values) };
      const events = kind === "error" ? [] : (values.partials ?? [values]).map((each) => ["partial", each]);
      return { ok: true, status: 200, body: new ReadableStream({ async start(controller) {
        for (const each of events) controller.enqueue(eventOf(each));
        controller.enqueue(bytes(": alive\n\n"));
        if (holding) await new Promise((done) => held.push(done));
        const { partials, ...last } = values;
        if (signal?.aborted) {
          log.push(`x ${name}`);
          controller.error(new DOMException("aborted", "AbortError"));
          return;
        }
        controller.enqueue(eventOf([kind, partials ? last : values]));
        controller.close();
      } }) };
    } catch (error) {
      if (error.name !== "AbortError") log.push(`error: ${error.stack}`);
      throw error;
    } finally {
      pending -= 1;
    }
  };

  // -------------------------------------------------------------------------------- rest

  const channel = new MessageChannel();
  const turn = () => new Promise((done) => {
    channel.port1.onmessage = done;
    channel.port2.postMessage("");
  });
  const pause = () => new Promise((done) => real.setTimeout(done, 0));

  /** Wait for the page's modules: those of a language wait for its table, and that not even loading a page does. */
  async function begun() {
    const modules = [...document.querySelectorAll("script[type=module][src]")];
    await Promise.all(modules.map((each) => import(each.src)));
  }

  async function settle() {
    for (let turns = 0; turns < MOST; turns += 1) {
      do {
        for (let each = 0; each < 3; each += 1) await turn();
        await pause();
      } while (pending);
      const [first] = [...timers].filter(([, each]) => each.delay <= SHORT && !each.every).sort((one, other) => one[1].due - other[1].due);
      if (!first) return;
      run(first);
    }
    throw new Error("the page does not come to rest");
  }

  function run([id, timer]) {
    now = Math.max(now, timer.due);
    if (timer.every) timer.due += timer.every;
    else timers.delete(id);
    timer.act();
  }

  // -------------------------------------------------------------------------------- what is shown

  const INLINE = new Set(["SPAN", "B", "I", "SMALL", "CODE", "KBD", "BR", "IMG", "STRONG", "A", "LABEL", "BUTTON", "TD", "TH", "SUMMARY", "INPUT", "OPTION"]);
  const SKIPPED = new Set(["id", "class", "spellcheck", "autocomplete", "maxlength"]);
  const round = (text) => text.replace(/\d+\.\d{4,}/g, (number) => String(Number(Number(number).toPrecision(6))));
  const isInline = (element) => [...element.querySelectorAll("*")].every((each) => INLINE.has(each.tagName) || each instanceof SVGElement);

  function headOf(element) {
    const attributes = [...element.attributes].flatMap(({ name, value }) => {
      if (SKIPPED.has(name) || (name === "type" && value === "button") || (name === "type" && value === "submit")) return [];
      if (name === "style") return [round(value.replace(/--(left|top): [^;]*;?/g, "").trim())];
      return [value ? `${name}=${round(value)}` : name];
    });
    const id = element.id && !/^(player|editor)\b/.test(element.id) ? `#${element.id}` : "";
    const names = [...element.classList].map((name) => `.${name}`).join("");
    let value = "";
    if (element instanceof HTMLSelectElement) value = `= ${element.value} (${[...element.options].map((each) => (each.text === each.value ? each.text : `${each.text}:${each.value}`)).join("|").slice(0, 300)})`;
    else if (element.type === "checkbox") value = element.checked ? "= on" : "= off";
    else if ("value" in element && element.tagName !== "BUTTON" && element.tagName !== "LI" && element.type !== "file") value = `= ${JSON.stringify(element.value).slice(0, 600)}`;
    return [`${element.tagName.toLowerCase()}${id}${names}`, ...attributes, value].filter(Boolean).join(" ");
  }

  const isSeen = (element) => element.checkVisibility() || getComputedStyle(element).display === "contents";
  const space = (text) => text.replace(/[\s\u2009\u200a]+/g, " ");

  function inlineOf(node) {
    if (node instanceof Text) return space(node.data);
    if (!(node instanceof Element) || node.tagName === "OPTION" || !isSeen(node)) return "";
    const inner = node instanceof HTMLSelectElement || node instanceof SVGElement ? "" : [...node.childNodes].map(inlineOf).join("");
    const head = headOf(node);
    if (node.tagName === "BR") return " / ";
    return `<${head}${inner ? `>${inner}` : ""}>`;
  }

  function* linesOf(element, depth) {
    if (!isSeen(element)) return;
    const indent = " ".repeat(depth);
    if (element instanceof HTMLSelectElement || isInline(element)) {
      yield indent + inlineOf(element);
      return;
    }
    yield `${indent}<${headOf(element)}>`;
    for (const each of element.childNodes) {
      if (each instanceof Text) {
        if (each.data.trim()) yield `${indent} ${space(each.data).trim()}`;
      } else if (each instanceof Element) yield* linesOf(each, depth + 1);
    }
  }

  function shown() {
    const kept = [["local", localStorage], ["tab", sessionStorage]].flatMap(([name, store]) => Object.keys(store).sort().map((key) => (
      `${name} ${key}: ${store.getItem(key).slice(0, 400)}`
    )));
    if (document.activeElement?.checkVisibility() === false) document.activeElement.blur();
    const active = document.activeElement;
    return {
      lines: [`body ${document.body.className}`, `colours ${document.documentElement.dataset.colours ?? ""}`, ...[...document.body.children].flatMap((each) => [...linesOf(each, 0)]), ...kept,
        `focus ${active === document.body ? "" : headOf(active).slice(0, 120)}`, `address ${location.hash}`],
      log: log.splice(0),
    };
  }

  // -------------------------------------------------------------------------------- acts

  const words = (element) => space(element.textContent).trim();

  /** Return an element that can be seen: by a selector, or the words or the label of what is pressed. */
  function found(what) {
    const scope = document.querySelector("dialog[open]") ?? document;
    if (/^[#.[]|^css:/.test(what)) {
      const all = [...document.querySelectorAll(what.replace("css:", ""))];
      const one = all.find((each) => each.checkVisibility());
      if (!one) throw new Error(`nothing that can be seen is ${what}, of ${all.length}`);
      return one;
    }
    for (const within of [scope, document]) {
      const all = [...within.querySelectorAll("button, a, summary, label")].filter((each) => each.checkVisibility());
      const one = all.find((each) => each.getAttribute("aria-label") === what) ?? all.find((each) => words(each) === what)
        ?? all.find((each) => words(each).startsWith(what));
      if (one) return one;
    }
    throw new Error(`nothing can be seen that says ${what}`);
  }

  const acts = {
    click(what) {
      const one = found(what);
      if (one.disabled) throw new Error(`${what} is disabled`);
      if (one.matches("button, a, input, select, summary")) one.focus();
      one.click();
    },
    /** Press with the pointer: drags of a grid end elsewhere. */
    press(...all) {
      acts.drag("pointerup", ...all);
    },
    /** Press with the pointer, until a browser makes a scroll of it. */
    scroll(...all) {
      acts.drag("pointercancel", ...all);
    },
    drag(end, ...all) {
      for (const [at, what] of all.entries()) {
        const one = found(what);
        one.scrollIntoView({ block: "center" });
        const { left, top, width, height } = one.getBoundingClientRect();
        const given = { bubbles: true, button: 0, clientX: left + width / 2, clientY: top + height / 2 };
        one.dispatchEvent(new PointerEvent(at ? "pointermove" : "pointerdown", given));
        if (at === all.length - 1) one.dispatchEvent(new PointerEvent(end, given));
      }
    },
    over(what) {
      found(what).dispatchEvent(new PointerEvent("pointerenter"));
    },
    fill(what, value) {
      const one = found(what);
      one.focus();
      if (one.type === "checkbox") one.checked = value;
      else one.value = value;
      if ("setSelectionRange" in one && one.type !== "number" && one.type !== "checkbox") one.setSelectionRange(one.value.length, one.value.length);
      one.dispatchEvent(new Event("input", { bubbles: true }));
      one.dispatchEvent(new Event("change", { bubbles: true }));
    },
    focus(what) {
      found(what).focus();
    },
    /** A key where the focus is; what browsers do with it by themselves needs Playwright's keyboard. */
    key(key, more = {}) {
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    },
    address(hash) {
      location.hash = hash;
    },
    submit(what) {
      found(what).requestSubmit();
    },
    drop(what, ...files) {
      const data = new DataTransfer();
      for (const [name, content] of files) data.items.add(new File([content], name));
      const one = document.querySelector(what);
      one.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
      if (files.length) one.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    drop_large(what, ...given) {
      const files = [];
      for (let at = 0; at < given.length; at += 2) files.push([given[at], "x".repeat(given[at + 1])]);
      acts.drop(what, ...files);
    },
    /** Press twice in no time. */
    tap(...all) {
      for (const what of all) found(what).click();
    },
    fire(what, name) {
      (what === "window" ? window : what === "document" ? document : document.querySelector(what)).dispatchEvent(new Event(name));
    },
    /** Let time pass, with the timers that are due. */
    async pass_(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [first] = [...timers].filter(([, each]) => each.due <= end).sort((one, other) => one[1].due - other[1].due);
        if (!first) break;
        run(first);
        await turn();
      }
      now = end;
    },
    hold(...names) {
      tour.holds = names;
    },
    release() {
      tour.holds = [];
      for (const done of held.splice(0)) done();
    },
    push(path, ...states) {
      for (const state of states) streams.get(`${path}/events`).enqueue(eventOf(["state", state]));
    },
    drop_stream(path) {
      streams.get(`${path}/events`).close();
    },
    give(name, ...all) {
      (tour.given[name] ??= []).push(...all);
    },
    set(name, value) {
      tour[name] = value;
    },
    store(key, value) {
      localStorage.setItem(key, value);
    },
    /** Wait until what a key of the browser did is drawn. */
    async rest() {
      for (let each = 0; each < 2; each += 1) await new Promise((done) => requestAnimationFrame(done));
    },
  };

  const tour = window.tour = {
    shown, settle,
    started: false, given: {}, holds: [], noClipboard: false,
    async answer(name, body) {
      let hash = 0; // of a request with large files
      if (body.length > LONG) for (const each of body) hash = (31 * hash + each.charCodeAt(0)) >>> 0;
      const key = `${name} ${hash ? `${body.slice(0, 200)} ${hash}` : body}`;
      const [mine, record] = window.name.split(" "); // whose answers, and whether others are asked for
      pending += 1;
      try {
        if (record) return await window.recordAnswer(name, body, key);
        answers ??= real.fetch(`${mine}.json`).then((found) => (found.ok ? found.json() : {}));
        const stored = (await answers)[key];
        return stored && structuredClone(stored);
      } finally {
        pending -= 1;
      }
    },
    async act(name, ...given) {
      this.started = true;
      now += 1000;
      if (name === "begin") await begun();
      else await acts[name](...given);
      await settle();
      return shown();
    },
  };
})();
