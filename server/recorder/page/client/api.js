/** A failure of the server, in its own words. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.error ?? `The server answered with ${status}.`);
    this.status = status;
    this.detail = body?.detail ?? "";
    this.code = body?.code ?? "";
  }
}

/** JSON of an address below /api/v1. Throws Refused. */
export async function ask(path, init = {}) {
  return send(`/api/v1${path}`, init);
}

/** The parsed answer, or undefined of an empty one. Throws Refused where the server refuses. */
export async function send(url, init = {}) {
  const body = init.body === undefined ? {} : { headers: { "content-type": "application/json" } };
  const answer = await fetch(url, { ...init, ...body });
  if (answer.status === 204) return undefined;
  const json = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new Refused(answer.status, json);
  return json;
}

/** An element with attributes and children; texts become text, never markup. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

export const byId = (id) => document.getElementById(id);
