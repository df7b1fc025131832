import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { codeOf, ProviderFailure } from "../provider-failure.ts";

interface ProviderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly body?: URLSearchParams | null | undefined;
}

/** Asks a provider for JSON: resolves with status 200, and for a form with 4xx, too. Throws ProviderFailure. */
export type GuardedFetch = (url: string, request: ProviderRequest) => Promise<Response>;

/** Where a URL may lead: one address that was checked. Throws when it may lead nowhere. */
export type Locate = (url: string) => Promise<{ readonly url: URL; readonly address: string }>;

const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 256 * 1_024;
/** All that is kept of the headers: many call their JSON something else, and errors are read from the body alone. */
const HEADERS = { "content-type": "application/json" };

/** Connects to the address that was checked, follows no redirect, reads 256 KiB at most, and waits eight seconds at most. */
export function guardedFetch(locate: Locate): GuardedFetch {
  return async (target, request) => {
    const { url, address } = await locate(target);
    return new Promise((resolve, reject) => {
      const fail = (reason: "TIMEOUT" | "UNREACHABLE" | "BAD_ANSWER", detail?: string) =>
        reject(new ProviderFailure("oauth", reason, detail));
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const sent = open(url, address, request, signal);
      sent.once("error", (error) => (signal.aborted ? fail("TIMEOUT") : fail("UNREACHABLE", codeOf(error)?.slice(0, 40))));
      sent.once("response", (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= MAX_ANSWER_BYTES) return void chunks.push(chunk);
          fail("BAD_ANSWER", "TOO_LARGE");
          response.destroy();
        });
        response.once("error", () => fail(signal.aborted ? "TIMEOUT" : "BAD_ANSWER"));
        response.once("end", () => {
          const { statusCode: status = 0 } = response;
          if (status >= 500) return fail("UNREACHABLE", `HTTP_${status}`);
          // Only the token endpoint says why it refuses (RFC 6749 5.2).
          if (status !== 200 && !(request.body && status >= 400)) return fail("BAD_ANSWER", `HTTP_${status}`);
          resolve(new Response(Buffer.concat(chunks), { status, headers: HEADERS }));
        });
      });
      sent.end(request.body?.toString());
    });
  };
}

function open(url: URL, address: string, { method, headers, body }: ProviderRequest, signal: AbortSignal): http.ClientRequest {
  const secure = url.protocol === "https:";
  const name = url.hostname.replace(/^\[|\]$/g, "");
  return (secure ? https : http).request({
    host: address,
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method,
    signal,
    agent: false,
    ...(secure && isIP(name) === 0 ? { servername: name } : {}),
    headers: { ...headers, host: url.host, ...(body ? { "content-length": Buffer.byteLength(body.toString()) } : {}) },
  });
}
