import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

export type { components } from "./schema.d.ts";

type Envelope = components["schemas"]["ErrorEnvelope"];

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

export const NOBODY: Session = { token: async () => null, renewed: async () => null };

export type Client = FetchClient<paths>;

/** How a client sends a request. */
export type Send = (request: Request) => Promise<Response>;

/**
 * A client of the interface. A signed-in client adds its token and, to writes, an Idempotency-Key; a refused token is renewed once.
 * Every answer that is no success is thrown as an {@link ApiError}.
 * @param baseUrl up to and without the path of a route, for example `/api/v1`
 */
export function createClient(baseUrl: string, session: Session = NOBODY, send: Send = fetch): Client {
  const authorized = (request: Request, token: string | null) => {
    if (token === null) return request;
    request.headers.set("Authorization", `Bearer ${token}`);
    return request;
  };
  return createFetchClient<paths>({
    baseUrl,
    async fetch(request) {
      const token = await session.token();
      // The key belongs to the intention: a repetition must carry the same one, and a retry after 401 does.
      if (token !== null && request.method !== "GET" && !request.headers.has("Idempotency-Key")) {
        request.headers.set("Idempotency-Key", crypto.randomUUID());
      }
      const repetition = token === null ? null : request.clone();
      const response = await reached(send(authorized(request, token)));
      const renewed = response.status === 401 && token !== null ? await session.renewed(token) : null;
      const final = renewed !== null && repetition ? await reached(send(authorized(repetition, renewed))) : response;
      if (!final.ok) throw await errorOf(final);
      return final;
    },
  });
}

/** The data of a successful answer. */
export async function dataOf<T>(answer: Promise<{ readonly data?: { readonly data: T } | undefined }>): Promise<T> {
  return (await answer).data?.data as T;
}

/** The response; thrown with status 0 when there is none. */
export async function reached(response: Promise<Response>): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, {});
  }
}

/** What a response that is no success says. */
export async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const envelope = (await response.json().catch(() => ({}))) as Partial<Envelope>;
  return new ApiError(response.status, envelope.error ?? {}, Number.isFinite(retryAfter) ? retryAfter : null);
}
