// @ts-check
// Requests: to the server, or to the program in a worker of this page. This module alone knows which.
import { element } from "./elements.js";
import { t } from "./words.js";

/** An answer that is no answer: the server's message, with the place in the text if there is one. */
export class Refused extends Error {
  /** @param {{message: string, hint?: string, text?: string, position?: number, field?: string, status?: number}} values */
  constructor(values) {
    super(values.message);
    this.field = values.field ?? "";
    this.hint = values.hint ?? "";
    this.text = values.text ?? "";
    this.position = values.position ?? -1;
    this.status = values.status ?? 0;
  }
}

/** The server does not answer, or no longer. */
export class Unreachable extends Refused {}

/** The program in this browser, on a page that was made for it; it takes the place of a server. @type {Promise<any> | undefined} */
const program = (() => {
  const path = document.querySelector("meta[name=dealwright-browser]")?.getAttribute("content");
  return path ? import(new URL(path, document.baseURI).href).catch(missing) : undefined;
})();

/** Say that there is no program; return what answers so. @param {Error} error */
function missing({ message }) {
  const said = t`The program could not be loaded: ${message.replace(/[.\s]+$/, "")}. Load the page again.`;
  const line = element("p", "program", said);
  line.setAttribute("role", "status");
  document.body.prepend(line);
  const refuse = () => Promise.reject(new Error(said));
  return { ask: refuse, askForServer: refuse, isSaved: () => false };
}

/** Whether a question should wait until somebody asks for what only the program can tell: it is here, and the connection saves data. */
export const isSaved = async () => Boolean(program && (await program).isSaved());

/**
 * Ask, and return the answer.
 * @param {string} name
 * @param {object} given
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, given, signal) {
  if (program) return answered(name, given, () => undefined, signal);
  const response = await sent(name, given, "application/json", signal);
  const values = await response.json();
  if (!response.ok) throw new Refused(values.error);
  return values;
}

/**
 * Return the library of named conditions.
 * @returns {Promise<{name: string, group: string, title: string, about: string, condition: string, count: string}[]>}
 */
export const library = () => listed("scenarios");

/**
 * Return the functions of the language.
 * @returns {Promise<{name: string, call: string, also: string[], about: string}[]>}
 */
export const functions = () => listed("functions");

/**
 * Return the bidding systems of the package.
 * @returns {Promise<{name: string, text: string}[]>}
 */
export const systems = () => listed("systems");

/** @param {string} name */
async function listed(name) {
  return program ? answered(name, {}, () => undefined) : (await fetched(name, {})).json();
}

/**
 * Ask, and call a function with each answer so far; the last is the answer.
 * @param {string} name
 * @param {object} given
 * @param {(answer: any, ended: boolean) => void} show
 * @param {AbortSignal} [signal]
 */
export async function watch(name, given, show, signal) {
  const take = (/** @type {string} */ kind, /** @type {any} */ values) => show(values, kind === "answer");
  if (program) await answered(name, given, take, signal);
  else await readEvents(await sent(name, given, "text/event-stream", signal), take);
}

/**
 * Return the answer of the program in this browser.
 * @param {string} name @param {object} given @param {(kind: string, values: any) => void} take @param {AbortSignal} [signal]
 */
async function answered(name, given, take, signal) {
  const { ask: askHere } = await program;
  const { kind, values } = await askHere(name, given, (/** @type {string} */ kind, /** @type {any} */ values) => {
    if (kind !== "error") take(kind, values);
  }, signal).catch((/** @type {Error} */ error) => {
    throw signal?.aborted ? error : new Unreachable(error);
  });
  if (kind === "error") throw new Refused(values);
  return values;
}

/**
 * Call a function with each server-sent event of an answer: its kind and values.
 * @param {Response} response
 * @param {(kind: string, values: any) => void} take
 * @param {() => void} [live]  called whenever something comes, be it only a sign of life
 */
export async function readEvents(response, take, live = () => undefined) {
  if (!response.ok || !response.body) throw new Refused({ ...(await response.json()).error, status: response.status });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    live();
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const [kind, data] = event.split("\n");
      if (!data) continue; // a sign of life
      const values = JSON.parse(data.slice("data: ".length));
      if (kind === "event: error") throw new Refused(values);
      take(kind.slice("event: ".length), values);
    }
  }
}

/**
 * @param {string} name
 * @param {object} given
 * @param {string} accept
 * @param {AbortSignal} [signal]
 */
function sent(name, given, accept, signal) {
  const headers = { "content-type": "application/json", accept };
  return fetched(name, { method: "POST", headers, body: JSON.stringify(given), signal });
}

/** @param {string} path @param {RequestInit} options */
async function fetched(path, options) {
  if (program) {
    (await program).askForServer();
    throw new Refused({ message: t`Tables need a server; this page runs in your browser alone.`, status: 501 });
  }
  try {
    return await fetch(`api/v1/${path}`, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Unreachable({ message: t`The server is not answering. Is dealwright serve still running?` });
  }
}

/**
 * Ask for something of a room or a class; a token is the right to it.
 * @param {string} path  such as "rooms/NAME/calls"
 * @param {string} token
 * @param {object} given
 * @returns {Promise<any>}
 */
export async function askRoom(path, token, given) {
  const headers = { "content-type": "application/json", ...bearer(token) };
  const response = await fetched(path, { method: "POST", headers, body: JSON.stringify(given) });
  const values = await response.json();
  if (!response.ok) throw new Refused(values.error);
  return values;
}

/**
 * Call a function with what can be seen of a room or a class, now and after each change, until the server goes.
 * A connection in which nothing comes is given up: the server sends a sign of life every fifteen seconds.
 * @param {string} path
 * @param {string} token
 * @param {(state: any) => void} show
 * @param {AbortSignal} signal
 */
export async function watchRoom(path, token, show, signal) {
  const headers = { accept: "text/event-stream", ...bearer(token) };
  const silent = new AbortController();
  let heard = Date.now();
  const since = (/** @type {number} */ most) => {
    if (Date.now() - heard > most) silent.abort();
  };
  const woken = () => since(BEAT);
  const timer = setInterval(() => since(SILENCE), SILENCE / 8);
  const stop = () => silent.abort();
  signal.addEventListener("abort", stop);
  addEventListener("online", woken);
  document.addEventListener("visibilitychange", woken);
  try {
    await readEvents(await fetched(`${path}/events`, { headers, signal: silent.signal }), (_, state) => show(state), () => {
      heard = Date.now();
    });
  } catch (error) {
    if (signal.aborted || !silent.signal.aborted) throw error;
    throw new Unreachable({ message: t`Nothing comes from the server.` });
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", stop);
    removeEventListener("online", woken);
    document.removeEventListener("visibilitychange", woken);
  }
}

const BEAT = 16_000; // milliseconds until a sign of life should have come
const SILENCE = 40_000; // after so many a connection is dead

/** @param {string} token @returns {Record<string, string>} */
function bearer(token) {
  return token ? { authorization: `Bearer ${token}` } : {};
}
