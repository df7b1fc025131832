import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** An error answer of the interface. */
export class Refused extends Error {
  readonly status: number;
  readonly key: string | undefined;
  constructor(method: string, path: string, status: number, key: string | undefined) {
    super(`${method} ${path} was answered ${status} ${key ?? ""}`);
    this.name = "Refused";
    this.status = status;
    this.key = key;
  }
}

interface Envelope {
  readonly data?: unknown;
  readonly error?: { readonly i18nKey?: string };
}

const TRIES = 20;
const RETRY_MS = 250;
const TRANSIENT = new Set([502, 503, 504]);

/** Somebody who talks to the system. Writes carry an Idempotency-Key, so they may be repeated until the answer is known. */
export function client(bases: readonly string[], token?: string) {
  let turn = 0;
  return async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const key = randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      const base = bases[turn++ % bases.length] ?? "";
      const answer = await once(`${base}${path}`, method, body, key, token);
      const again = answer === null || TRANSIENT.has(answer.status) || answer.key === "idempotency.error.in_progress";
      if (answer !== null && answer.status < 300) return answer.data as T;
      if (!again || attempt >= TRIES) throw new Refused(method, path, answer?.status ?? 0, answer?.key);
      await pause(RETRY_MS);
    }
  };
}

export type Client = ReturnType<typeof client>;

async function once(url: string, method: string, body: unknown, key: string, token: string | undefined) {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(method === "GET" || token === undefined ? {} : { "idempotency-key": key }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        "x-client-platform": "API",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, error } = (await response.json()) as Envelope;
    return { status: response.status, data, key: error?.i18nKey };
  } catch {
    return null;
  }
}

/** Asks until the answer is the wanted one. Throws after ten seconds. */
export async function until<T>(what: string, ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(200)) {
    const answer = await ask();
    if (wanted(answer)) return answer;
  }
  throw new Error(`waited in vain for: ${what}`);
}
