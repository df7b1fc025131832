import { randomKey } from "./random-key.ts";

/** The error envelope of the interface. */
interface Envelope {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly i18nKey: string;
    readonly i18nVars?: Readonly<Record<string, unknown>>;
    readonly correlationId: string;
    readonly details?: readonly { readonly message: string }[];
  };
}

/** The interface refused a request, or could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Key of the text for people. */
  readonly i18nKey: string;
  readonly vars: Readonly<Record<string, string | number>>;
  readonly correlationId: string;
  /** One sentence for each field that was refused. */
  readonly details: readonly string[];
  /** Seconds until a retry may succeed; null when the response does not say. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    { code, message, i18nKey, i18nVars, correlationId, details }: Partial<Envelope["error"]>,
    retryAfter: number | null = null,
  ) {
    super(message ?? "the interface could not be reached");
    this.name = "ApiError";
    this.status = status;
    this.code = code ?? "UNREACHABLE";
    this.i18nKey = i18nKey ?? "";
    this.vars = (i18nVars ?? {}) as ApiError["vars"];
    this.correlationId = correlationId ?? "";
    this.details = (details ?? []).map((detail) => detail.message);
    this.retryAfter = retryAfter;
  }
}

/** The session on whose behalf a client acts. */
export interface Session {
  /** The access token, renewed shortly before it expires; null when signed out. */
  token(): Promise<string | null>;
  /** Called when the interface has refused this token. Resolves to another one, or to null when the session has ended. */
  renewed(refused: string): Promise<string | null>;
}

export const ANONYMOUS: Session = { token: async () => null, renewed: async () => null };

/** Sends a request. */
export type Send = (request: Request) => Promise<Response>;

/**
 * Sends as the user of a session, with its token and, for writes, an Idempotency-Key. Renews a refused token once. Throws an {@link
 * ApiError} for every response that is not a success.
 */
export function asUser(session: Session, send: Send = fetch): Send {
  const authorized = (request: Request, token: string | null) =>
    withHeader(request, "Authorization", token === null ? null : `Bearer ${token}`);
  return async (request) => {
    const token = await session.token();
    if (token !== null && request.method !== "GET") addIdempotencyKey(request);
    const repetition = token === null ? null : request.clone();
    const response = await reached(send(authorized(request, token)));
    const renewed = response.status === 401 && token !== null ? await session.renewed(token) : null;
    return successOf(renewed !== null && repetition ? await reached(send(authorized(repetition, renewed))) : response);
  };
}

/**
 * Sends as an administrator, in a browser that has the cookie of an admin session. Writes carry its CSRF token and an Idempotency-Key.
 * Renews a refused token once. Throws an {@link ApiError} for every response that is not a success.
 * @param csrf whose tokens are CSRF tokens
 */
export function asStaff(csrf: Session, send: Send = fetch): Send {
  const withToken = (request: Request, token: string | null) => withHeader(request, "X-CSRF-Token", token);
  return async (request) => {
    const token = request.method === "GET" ? null : await csrf.token();
    if (token !== null) addIdempotencyKey(request);
    const repetition = token === null ? null : request.clone();
    const response = await reached(send(withToken(request, token)));
    if (response.ok) return response;
    const error = await errorOf(response);
    // Another tab has signed in meanwhile, so the cookie belongs to another session.
    const renewed = token !== null && error.i18nKey === "auth.csrf.invalid" ? await csrf.renewed(token) : null;
    if (renewed === null || !repetition) throw error;
    return successOf(await reached(send(withToken(repetition, renewed))));
  };
}

function withHeader(request: Request, name: string, value: string | null): Request {
  if (value !== null) request.headers.set(name, value);
  return request;
}

/** The key identifies the intended write: a repetition and a retry after 401 must carry the same one. */
function addIdempotencyKey({ headers }: Request): void {
  if (!headers.has("Idempotency-Key")) headers.set("Idempotency-Key", randomKey());
}

async function successOf(response: Response): Promise<Response> {
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** The response; thrown with status 0 when there is none. */
async function reached(response: Promise<Response>): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, {});
  }
}

/** Reads the error of a response that is not a success. */
async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const envelope = (await response.json().catch(() => ({}))) as Partial<Envelope>;
  return new ApiError(response.status, envelope.error ?? {}, Number.isFinite(retryAfter) ? retryAfter : null);
}
