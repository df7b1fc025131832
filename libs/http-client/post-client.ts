import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { Destination, ResolvedAddress } from "./egress-guard.ts";
import { failureOf, type PostFailure } from "./post-failure.ts";

export interface PostRequest {
  readonly destination: Destination;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for everything: connecting, sending, and the answer with its body. */
  readonly timeoutMs: number;
  /** More of an answer is not read. */
  readonly maxAnswerBytes: number;
  /** Ends the request early. */
  readonly signal?: AbortSignal | undefined;
}

/** What came of a request: a status, or why there was none. The body of an answer is read away and never kept. */
export type PostOutcome =
  | { readonly status: number; readonly retryAfter: string | null }
  | { readonly status: null; readonly failure: PostFailure };

/** Sends requests to checked destinations. Follows no redirect and knows no proxy. */
export interface PostClient {
  /** Never rejects. */
  post(request: PostRequest): Promise<PostOutcome>;
  /** Closes idle connections. */
  close(): void;
}

const IDLE_MS = 4_000;

/** @param ca certificate authorities that are trusted instead of the usual ones; for tests */
export function postClient({ ca }: { readonly ca?: string | undefined } = {}): PostClient {
  const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 4 } as const;
  const plain = new http.Agent(options);
  const secure = new https.Agent({ ...options, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) });
  const send = (request: PostRequest, signal: AbortSignal) =>
    sendOnce(request, signal, request.destination.url.protocol === "https:" ? secure : plain);
  return {
    async post(request) {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
      const first = await send(request, signal);
      // An idle connection that the other side had just closed says nothing about the receiver.
      return first.stale ? (await send(request, signal)).outcome : first.outcome;
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

interface Sent {
  readonly outcome: PostOutcome;
  /** A kept connection was closed before anything of an answer came. */
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
    let answered: PostOutcome | null = null;
    request.once("error", (error: NodeJS.ErrnoException) => {
      const stale = !answered && request.reusedSocket && error.code === "ECONNRESET" && !signal.aborted;
      resolve({ outcome: answered ?? { status: null, failure: failureOf(error, signal) }, stale });
    });
    request.once("response", (response) => {
      // The status decides; how the rest ends is of no interest.
      const outcome: PostOutcome = { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] ?? null };
      answered = outcome;
      response.once("error", () => undefined);
      response.once("close", () => resolve({ outcome, stale: false }));
      readAway(response, maxAnswerBytes);
    });
    // An answer that is none, such as a change of protocols, ends the request without an error: nothing else would tell.
    request.once("close", () => resolve({ outcome: answered ?? { status: null, failure: "MALFORMED_ANSWER" }, stale: false }));
    request.end(body);
  });
}

function readAway(response: http.IncomingMessage, maxBytes: number): void {
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) response.destroy();
  });
}

/** Answers with the addresses that were checked, so that the name is not asked a second time. */
function lookupIn(addresses: readonly ResolvedAddress[]): LookupFunction {
  const [first] = addresses;
  return (_host, options, done) => {
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
}
