// @ts-check
// Requests to the server. This module alone knows that there is one.

/** An answer that is no answer: the server's message, with the place in the text if there is one. */
export class Refused extends Error {
  /** @param {{message: string, hint?: string, text?: string, position?: number}} values */
  constructor(values) {
    super(values.message);
    this.hint = values.hint ?? "";
    this.text = values.text ?? "";
    this.position = values.position ?? -1;
  }
}

/**
 * Ask, and return the answer.
 * @param {string} name
 * @param {object} given
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, given, signal) {
  const response = await sent(name, given, "application/json", signal);
  const values = await response.json();
  if (!response.ok) throw new Refused(values.error);
  return values;
}

/**
 * Return the library of named conditions.
 * @returns {Promise<{name: string, group: string, title: string, about: string, condition: string}[]>}
 */
export async function library() {
  return (await fetch("api/v1/scenarios")).json();
}

/**
 * Return the functions of the language.
 * @returns {Promise<{name: string, call: string, also: string[], about: string}[]>}
 */
export async function functions() {
  return (await fetch("api/v1/functions")).json();
}

/**
 * Ask, and call a function with each answer so far; the last is the answer.
 * @param {string} name
 * @param {object} given
 * @param {(answer: any, ended: boolean) => void} show
 * @param {AbortSignal} [signal]
 */
export async function watch(name, given, show, signal) {
  const response = await sent(name, given, "text/event-stream", signal);
  if (!response.ok || !response.body) throw new Refused((await response.json()).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const [kind, data] = event.split("\n");
      const values = JSON.parse(data.slice("data: ".length));
      if (kind === "event: error") throw new Refused(values);
      show(values, kind === "event: answer");
    }
  }
}

/**
 * @param {string} name
 * @param {object} given
 * @param {string} accept
 * @param {AbortSignal} [signal]
 */
async function sent(name, given, accept, signal) {
  try {
    return await fetch(`api/v1/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: JSON.stringify(given),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused({ message: "The program does not answer. Is dealwright serve still running?" });
  }
}
