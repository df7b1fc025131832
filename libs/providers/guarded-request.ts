import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { EgressRefused } from "#libs/platform/http-client/egress-guard.ts";
import type { ProviderSlot } from "#libs/policies/provider-slots.ts";
import { providerEgress } from "./provider-egress.ts";
import { codeOf, ProviderFailure } from "./provider-failure.ts";

interface RequestOptions {
  readonly slot: ProviderSlot;
  readonly config: Pick<ConfigReader, "read">;
  readonly maxAnswerBytes: number;
}

interface ProviderRequest {
  readonly method: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body?: string | undefined;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request to a provider. Resolves for every status. Throws ProviderFailure. */
export type GuardedRequest = (url: string, request: ProviderRequest) => Promise<ProviderAnswer>;

const TIMEOUT_MS = 8_000;

/** Connects to the checked address only, follows no redirect, reads a bounded answer and waits at most eight seconds. */
export function guardedRequest({ slot, config, maxAnswerBytes }: RequestOptions): GuardedRequest {
  const guard = providerEgress(config);
  return async (target, request) => {
    const { url, address } = await locate(slot, guard.check(target));
    return new Promise((resolve, reject) => {
      const fail = (reason: "TIMEOUT" | "UNREACHABLE" | "BAD_ANSWER", detail?: string) => reject(new ProviderFailure(slot, reason, detail));
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const sent = open(url, address, request, signal);
      sent.once("error", (error) => (signal.aborted ? fail("TIMEOUT") : fail("UNREACHABLE", codeOf(error)?.slice(0, 40))));
      // Unheard, a switch of protocols is neither a response nor an error.
      sent.once("upgrade", (_response, socket) => {
        socket.destroy();
        fail("BAD_ANSWER", "HTTP_101");
      });
      sent.once("response", (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= maxAnswerBytes) return void chunks.push(chunk);
          fail("BAD_ANSWER", "TOO_LARGE");
          response.destroy();
        });
        response.once("error", () => fail(signal.aborted ? "TIMEOUT" : "BAD_ANSWER"));
        response.once("end", () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      sent.end(request.body);
    });
  };
}

/** The URL and one of its checked addresses. Throws ProviderFailure when the URL is not allowed. */
async function locate(slot: ProviderSlot, checked: ReturnType<ReturnType<typeof providerEgress>["check"]>) {
  try {
    const { url, addresses } = await checked;
    const first = addresses.find(({ family }) => family === 4) ?? addresses[0];
    if (!first) throw new EgressRefused("UNRESOLVED");
    return { url, address: first.address };
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error;
    throw new ProviderFailure(slot, error.reason === "UNRESOLVED" ? "UNREACHABLE" : "NOT_CONFIGURED", error.reason);
  }
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
    headers: { ...headers, host: url.host, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }) },
  });
}
