import type { StreamBatch } from "#libs/contract-kit/stream.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { tokenExpiry } from "../authentication/access-tokens.ts";
import { bearerTokenOf } from "../authentication/identify-caller.ts";
import type { RevokedSessions } from "../authentication/revoked-sessions.ts";
import type { CallAction } from "../call-action.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Route } from "../routing/routes.ts";
import { eventStream } from "./event-stream.ts";
import { type OpenStream, type StreamSlot, streamSlots } from "./stream-slots.ts";

/** Seconds until a user with too many streams may try again. */
const RETRY_AFTER_SECONDS = 30;

const HEADERS = { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no", Connection: "close" } as const;

/** Tells a client to read again what it shows. */
const CHANGED = { id: null, event: "changed", data: {} } as const;

interface StreamsDeps {
  readonly runtime: Runtime;
  readonly callAction: CallAction;
  readonly revokedSessions: RevokedSessions;
}

/** The open streams of a gateway. A stream ends when its access token expires, and within two seconds after its session was revoked. */
export interface Streams {
  /** Responds with a stream. Throws 429 and 503 when too many are open, and the errors of the first call of the action. */
  open(context: RequestContext, route: Route, params: object): Promise<void>;
  /** Makes the streams of a hint's user read again. Hints may be lost. */
  applyHint(payload: unknown): void;
  /** Tells the streams of a hint's user that something of theirs has changed. Hints may be lost. */
  applyChange(payload: unknown): void;
  start(): void;
  /** Ends all streams; later ones are refused. */
  stop(): void;
}

export function streams({ runtime, callAction, revokedSessions }: StreamsDeps): Streams {
  const { clock, logger } = runtime;
  const slots = streamSlots();
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;

  const tick = async ({ stream, sessionId, expiresAt }: OpenStream): Promise<void> => {
    const isOver = expiresAt <= clock.now() || (await revokedSessions.reasonOf(sessionId).catch(() => null)) !== null;
    if (isOver) stream.end();
    else stream.tick();
  };

  const reserveSlot = (userId: string): StreamSlot => {
    const slot = stopped ? "PROCESS_LIMIT" : slots.reserve(userId);
    if (slot === "PROCESS_LIMIT") throw new AppError("error.service_unavailable");
    if (slot === "USER_LIMIT") throw new AppError("error.throttled", { retryAfter: RETRY_AFTER_SECONDS });
    return slot;
  };

  /** The streams of a hint's user. */
  const openOf = (payload: unknown): Iterable<OpenStream> => {
    const { userId } = (payload ?? {}) as { userId?: unknown };
    return typeof userId === "string" ? slots.of(userId) : [];
  };

  return {
    async open(context, route, params) {
      const { response, caller, request } = context;
      const token = bearerTokenOf(request.headers);
      const expiresAt = token === null ? null : tokenExpiry(token);
      if (!caller || !expiresAt) throw new AppError("error.unauthorized");
      const { fill, release } = reserveSlot(caller.userId);
      response.once("close", release);
      try {
        const read = async (position?: string) => (await callAction(context, route, { ...params, position })) as StreamBatch;
        const first = await read();
        if (stopped) throw new AppError("error.service_unavailable");
        // The client disconnected before the slot was reserved, so no `close` event will release it.
        if (response.destroyed) return release();
        response.writeHead(200, HEADERS);
        if (context.isHead) return void response.end();
        fill({ stream: eventStream({ response, first, read, logger }), sessionId: caller.sessionId, expiresAt });
      } catch (error) {
        release();
        throw error;
      }
    },
    applyHint(payload) {
      for (const { stream } of openOf(payload)) stream.wake();
    },
    applyChange(payload) {
      for (const { stream } of openOf(payload)) stream.tell(CHANGED);
    },
    start() {
      timer = setInterval(() => {
        for (const open of slots.all()) void tick(open);
      }, SECOND);
      timer.unref();
    },
    stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      for (const { stream } of slots.all()) stream.end();
    },
  };
}
