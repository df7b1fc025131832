import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { guardedRequest } from "../guarded-request.ts";
import { ProviderFailure } from "../provider-failure.ts";

interface ProviderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly body?: URLSearchParams | null | undefined;
}

/** Requests JSON from a provider. Resolves for status 200, and for a form also for 4xx. Throws ProviderFailure. */
export type GuardedFetch = (url: string, request: ProviderRequest) => Promise<Response>;

const MAX_ANSWER_BYTES = 256 * 1_024;
/** Replaces the headers of the answer: many providers send JSON with another content type, and errors are read from the body. */
const ANSWER_HEADERS = { "content-type": "application/json" };

/** The guarded request of providers in the form that the library expects. */
export function guardedFetch(config: Pick<ConfigReader, "read">): GuardedFetch {
  const send = guardedRequest({ slot: "oauth", config, maxAnswerBytes: MAX_ANSWER_BYTES });
  return async (url, { method, headers, body: form }) => {
    const { status, body } = await send(url, { method, headers, body: form?.toString() });
    if (status >= 500) throw new ProviderFailure("oauth", "UNREACHABLE", `HTTP_${status}`);
    // The token endpoint explains a refusal in the body of a 4xx (RFC 6749 5.2).
    if (status !== 200 && !(form && status >= 400)) throw new ProviderFailure("oauth", "BAD_ANSWER", `HTTP_${status}`);
    return new Response(new Uint8Array(body), { status, headers: ANSWER_HEADERS });
  };
}
