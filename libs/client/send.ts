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

/** What the interface refused, or why it could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Key of the text for people. */
  readonly i18nKey: string;
  readonly vars: Readonly<Record<string, string | number>>;
  readonly correlationId: string;
  /** One sentence for each field that was refused. */
  readonly details: readonly string[];
  /** Seconds after which it may be tried again; null when the interface did not say. */
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

/** Who a client acts as. */
export interface Session {
  /** The access token, renewed when it is about to end; null: nobody is signed in. */
  token(): Promise<string | null>;
  /** The interface has refused this token. Resolves to another one, or to null when the session has ended. */
  renewed(refused: string): Promise<string | null>;
}

export const ANONYMOUS: Session = { token: async () => null, renewed: async () => null };

/** How a client sends a request. */
export type Send = (request: Request) => Promise<Response>;

/**
 * Sends as the user of a session: with its token and, for writes, an Idempotency-Key; a refused token is renewed once. Every answer that is no
 * success is thrown as an {@link ApiError}.
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
 * Sends as an administrator, in a browser that has the cookie of an admin session. Writes carry its CSRF token and an Idempotency-Key; a refused
 * token is renewed once. Every answer that is no success is thrown as an {@link ApiError}.
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

/** The key belongs to the intention: a repetition must carry the same one, and a retry after 401 does. */
function addIdempotencyKey({ headers }: Request): void {
  if (!headers.has("Idempotency-Key")) headers.set("Idempotency-Key", crypto.randomUUID());
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

/** What a response that is no success says. */
async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const envelope = (await response.json().catch(() => ({}))) as Partial<Envelope>;
  return new ApiError(response.status, envelope.error ?? {}, Number.isFinite(retryAfter) ? retryAfter : null);
}
