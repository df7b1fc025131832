import type { StreamBatch } from "#libs/contract-kit/stream.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import type { Exchange } from "../exchange.ts";
import type { Invoke } from "../invoke.ts";
import type { RevokedSessions } from "../pipeline/revoked-sessions.ts";
import type { Route } from "../routes.ts";
import { eventStream } from "./event-stream.ts";
import { type OpenStream, openStreams, type Place } from "./open-streams.ts";
import { tokenExpiry } from "./token-expiry.ts";

/** What a client waits that has too many streams, in seconds. */
const RETRY_AFTER = 30;

const HEADERS = { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no", Connection: "close" } as const;

interface StreamsDeps {
  readonly runtime: Runtime;
  readonly invoke: Invoke;
  readonly sessions: RevokedSessions;
}

/** The open streams of a gateway. A stream ends with its access token, and within two seconds when its session is revoked. */
export interface Streams {
  /** Answers an admitted request with a stream. Throws 429 and 503 when there are too many, or what the first question throws. */
  open(exchange: Exchange, route: Route, params: object): Promise<void>;
  /** A hint that may be lost: there may be news for a user. */
  hint(payload: unknown): void;
  start(): void;
  /** Ends all of them and opens no further ones. */
  stop(): void;
}

export function streams({ runtime, invoke, sessions }: StreamsDeps): Streams {
  const { clock, logger } = runtime;
  const open = openStreams();
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;

  const check = async ({ stream, sessionId, expiresAt }: OpenStream): Promise<void> => {
    const over = expiresAt <= clock.now() || (await sessions.reasonOf(sessionId).catch(() => null)) !== null;
    if (over) stream.end();
    else stream.tick();
  };

  const place = (userId: string): Place => {
    const reserved = stopped ? "FULL" : open.reserve(userId);
    if (reserved === "FULL") throw new AppError("error.service_unavailable");
    if (reserved === "USER_FULL") throw new AppError("error.throttled", { retryAfter: RETRY_AFTER });
    return reserved;
  };

  return {
    async open(exchange, route, params) {
      const { response, caller, request } = exchange;
      const expiresAt = tokenExpiry(request.headers);
      if (!caller || !expiresAt) throw new AppError("error.unauthorized");
      const { take, leave } = place(caller.userId);
      response.once("close", leave);
      try {
        const read = async (position?: string) => (await invoke(exchange, route, { ...params, position })) as StreamBatch;
        const first = await read();
        if (stopped) throw new AppError("error.service_unavailable");
        // Who had gone before the place was taken is not told to leave it.
        if (response.destroyed) return leave();
        response.writeHead(200, HEADERS);
        if (exchange.bodiless) return void response.end();
        take({ stream: eventStream({ response, first, read, logger }), sessionId: caller.sessionId, expiresAt });
      } catch (error) {
        leave();
        throw error;
      }
    },
    hint(payload) {
      const { userId } = (payload ?? {}) as { userId?: unknown };
      if (typeof userId === "string") for (const { stream } of open.of(userId)) stream.wake();
    },
    start() {
      timer = setInterval(() => {
        for (const stream of open.all()) void check(stream);
      }, SECOND);
      timer.unref();
    },
    stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      for (const { stream } of open.all()) stream.end();
    },
  };
}
