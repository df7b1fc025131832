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

/** Credentials: an access token, or the cookie of an admin session with its CSRF token. */
export interface Credentials {
  readonly token?: string;
  readonly cookie?: string;
  readonly csrfToken?: string;
}

export interface Whole<T> {
  readonly data: T;
  readonly cookies: readonly string[];
}

export interface Client {
  /** The data of a successful answer. Throws Refused otherwise. */
  <T>(method: string, path: string, body?: unknown): Promise<T>;
  /** The same, with the cookies of the answer. */
  whole<T>(method: string, path: string, body?: unknown): Promise<Whole<T>>;
}

interface Envelope {
  readonly data?: unknown;
  readonly error?: { readonly i18nKey?: string };
}

const TRIES = 20;
const RETRY_MS = 250;
const TRANSIENT = new Set([502, 503, 504]);

/** A client of the system. Writes carry an Idempotency-Key, so they may be retried until the answer is known. */
export function client(bases: readonly string[], credentials: Credentials = {}): Client {
  let turn = 0;
  const whole = async <T>(method: string, path: string, body?: unknown): Promise<Whole<T>> => {
    const key = randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      const base = bases[turn++ % bases.length] ?? "";
      const answer = await once(`${base}${path}`, method, body, key, credentials);
      const again = answer === null || TRANSIENT.has(answer.status) || answer.key === "idempotency.error.in_progress";
      if (answer !== null && answer.status < 300) return { data: answer.data as T, cookies: answer.cookies };
      if (!again || attempt >= TRIES) throw new Refused(method, path, answer?.status ?? 0, answer?.key);
      await pause(RETRY_MS);
    }
  };
  return Object.assign(async <T>(method: string, path: string, body?: unknown) => (await whole<T>(method, path, body)).data, { whole });
}

async function once(url: string, method: string, body: unknown, key: string, credentials: Credentials) {
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(method, body, key, credentials),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, error } = (await response.json()) as Envelope;
    return { status: response.status, data, key: error?.i18nKey, cookies: response.headers.getSetCookie() };
  } catch {
    return null;
  }
}

/** Named as a browser: visits of other programs are not counted. */
export const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

function headersOf(method: string, body: unknown, key: string, { token, cookie, csrfToken }: Credentials): Record<string, string> {
  const signedIn = token !== undefined || cookie !== undefined;
  return {
    "user-agent": BROWSER,
    "x-client-platform": "API",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(method === "GET" || !signedIn ? {} : { "idempotency-key": key }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(csrfToken === undefined ? {} : { "x-csrf-token": csrfToken }),
  };
}

/** Milliseconds that the system may take to recover from a fault. */
const QUIET_MS = 30_000;

/** Repeats a request until its answer satisfies a condition. Throws when the system should have recovered long ago. */
export async function until<T>(what: string, ask: () => Promise<T> | T, wanted: (answer: T) => boolean): Promise<T> {
  let last: T | undefined;
  for (const end = Date.now() + QUIET_MS; Date.now() < end; await pause(200)) {
    last = await ask();
    if (wanted(last)) return last;
  }
  throw new Error(`timed out waiting for: ${what}; last answer: ${JSON.stringify(last)}`);
}
