import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { Destination, ResolvedAddress } from "./egress-guard.ts";
import { failureOf, type PostFailure } from "./post-failure.ts";

interface PostRequest {
  readonly destination: Destination;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for connecting, sending and receiving the whole answer. */
  readonly timeoutMs: number;
  /** The connection is closed when the body of the answer is longer. */
  readonly maxAnswerBytes: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

/** The status of the answer, or the reason why there was none. The body of the answer is discarded. */
export type PostOutcome =
  | { readonly status: number; readonly retryAfter: string | null }
  | { readonly status: null; readonly failure: PostFailure };

/** Sends requests to checked destinations, without following redirects and without a proxy. */
export interface PostClient {
  /** Never rejects. */
  post(request: PostRequest): Promise<PostOutcome>;
  /** Closes idle connections. */
  close(): void;
}

const IDLE_TIMEOUT_MS = 4_000;

/** @param ca certificate authorities that are trusted instead of the usual ones; for tests */
export function postClient({ ca }: { readonly ca?: string | undefined } = {}): PostClient {
  const options = { keepAlive: true, timeout: IDLE_TIMEOUT_MS, maxFreeSockets: 4 } as const;
  const httpAgent = new http.Agent(options);
  const httpsAgent = new https.Agent({ ...options, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) });
  const send = (request: PostRequest, signal: AbortSignal) =>
    sendOnce(request, signal, request.destination.url.protocol === "https:" ? httpsAgent : httpAgent);
  return {
    async post(request) {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
      const first = await send(request, signal);
      // When the receiver has just closed a reused connection, the request is sent again: the receiver has not failed.
      return first.stale ? (await send(request, signal)).outcome : first.outcome;
    },
    close() {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}

interface Sent {
  readonly outcome: PostOutcome;
  /** A reused connection was closed before an answer began. */
  readonly stale: boolean;
}

function sendOnce({ destination, headers, body, maxAnswerBytes }: PostRequest, signal: AbortSignal, agent: http.Agent): Promise<Sent> {
  const { url, addresses } = destination;
  const { request: open } = url.protocol === "https:" ? https : http;
  return new Promise((resolve) => {
    const length = String(Buffer.byteLength(body));
    const request = open(url, {
      method: "POST",
      agent,
      signal,
      lookup: lookupIn(addresses),
      headers: { ...headers, "content-length": length },
    });
    let answer: PostOutcome | null = null;
    request.once("error", (error: NodeJS.ErrnoException) => {
      const stale = !answer && request.reusedSocket && error.code === "ECONNRESET" && !signal.aborted;
      resolve({ outcome: answer ?? { status: null, failure: failureOf(error, signal) }, stale });
    });
    request.once("response", (response) => {
      // The status is the outcome, however the body ends.
      const outcome: PostOutcome = { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] ?? null };
      answer = outcome;
      response.once("error", () => undefined);
      response.once("close", () => resolve({ outcome, stale: false }));
      discardBody(response, maxAnswerBytes);
    });
    // A protocol upgrade ends the request with neither a response nor an error.
    request.once("close", () => resolve({ outcome: answer ?? { status: null, failure: "MALFORMED_ANSWER" }, stale: false }));
    request.end(body);
  });
}

function discardBody(response: http.IncomingMessage, maxBytes: number): void {
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) response.destroy();
  });
}

/** Returns the checked addresses, so that the host is not resolved a second time. */
function lookupIn(addresses: readonly ResolvedAddress[]): LookupFunction {
  const [first] = addresses;
  return (_host, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
}
