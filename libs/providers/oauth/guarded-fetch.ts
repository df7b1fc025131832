import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { EgressRefused } from "#libs/platform/http-client/egress-guard.ts";
import { providerEgress } from "../provider-egress.ts";
import { codeOf, ProviderFailure } from "../provider-failure.ts";

interface ProviderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly body?: URLSearchParams | null | undefined;
}

/** Requests JSON from a provider. Resolves for status 200, and for a form also for 4xx. Throws ProviderFailure. */
export type GuardedFetch = (url: string, request: ProviderRequest) => Promise<Response>;

/** Checks a URL and resolves its host name. Throws ProviderFailure when the URL is not allowed. */
type Locate = (url: string) => Promise<{ readonly url: URL; readonly address: string }>;

const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 256 * 1_024;
/** Replaces the headers of the answer: many providers send JSON with another content type, and errors are read from the body. */
const ANSWER_HEADERS = { "content-type": "application/json" };

/** A fetch that connects to the checked address only, follows no redirect, reads at most 256 KiB and waits at most eight seconds. */
export function guardedFetch(config: Pick<ConfigReader, "read">): GuardedFetch {
  const locate = locator(config);
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
          // The token endpoint explains a refusal in the body of a 4xx (RFC 6749 5.2).
          if (status !== 200 && !(request.body && status >= 400)) return fail("BAD_ANSWER", `HTTP_${status}`);
          resolve(new Response(Buffer.concat(chunks), { status, headers: ANSWER_HEADERS }));
        });
      });
      sent.end(request.body?.toString());
    });
  };
}

/** Allows https to the public internet, and private addresses where the environment allows them. */
function locator(config: Pick<ConfigReader, "read">): Locate {
  const guard = providerEgress(config);
  return async (text) => {
    try {
      const { url, addresses } = await guard.check(text);
      const first = addresses.find(({ family }) => family === 4) ?? addresses[0];
      if (!first) throw new EgressRefused("UNRESOLVED");
      return { url, address: first.address };
    } catch (error) {
      if (!(error instanceof EgressRefused)) throw error;
      throw new ProviderFailure("oauth", error.reason === "UNRESOLVED" ? "UNREACHABLE" : "NOT_CONFIGURED", error.reason);
    }
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
