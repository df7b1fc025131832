import type { StreamBatch } from "#libs/contract-kit/stream.ts";
import type { AdminCookie } from "#libs/contracts/account/admin-cookie.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { hasPermission } from "#libs/policies/roles.ts";
import type { CallAction } from "../call-action.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Route } from "../routing/routes.ts";
import { eventStream } from "./event-stream.ts";
import { permissionToSee, type StaffAct, staffActOf, userActOf } from "./staff-acts.ts";
import { entryTo, type SessionParts, sessionOf } from "./stream-session.ts";
import { type OpenStream, type StreamOwner, type StreamSlot, streamSlots } from "./stream-slots.ts";

/** Seconds until a user with too many streams may try again. */
const RETRY_AFTER_SECONDS = 30;

const HEADERS = { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no", Connection: "close" } as const;

/** Tells a client to read again what it shows. */
const CHANGED = { id: null, event: "changed" } as const;

interface StreamsDeps extends SessionParts {
  readonly runtime: Runtime;
  readonly callAction: CallAction;
}

/** The open streams of a gateway. A stream ends when its access token expires, and within two seconds after its session has ended or its route
 * would refuse its reader. */
export interface Streams {
  /**
   * Responds with a stream. Throws 429 and 503 when too many are open, and the errors of the first call of the action.
   * @param adminCookie that of the request, when its signature is valid
   */
  open(context: RequestContext, route: Route, params: object, adminCookie: AdminCookie | null): Promise<void>;
  /** Makes the streams of a hint's user read again. Hints may be lost. */
  applyHint(payload: unknown): void;
  /** Tells the streams of a hint's user that something of theirs has changed, and those of staff what it is. Hints may be lost. */
  applyChange(payload: unknown): void;
  /** Makes the streams of all staff read again. Hints may be lost. */
  applyOverviewHint(): void;
  /** Tells the streams of staff who may see it what a colleague has changed. Hints may be lost. */
  applyStaffAct(payload: unknown): void;
  start(): void;
  /** Ends all streams; later ones are refused. */
  stop(): void;
}

export function streams(deps: StreamsDeps): Streams {
  const { runtime, callAction } = deps;
  const { logger } = runtime;
  const slots = streamSlots();
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;

  const tick = async ({ stream, session, reader, mayStay }: OpenStream): Promise<void> => {
    const caller = await session.current();
    if (!caller || !mayStay(caller)) return stream.end();
    reader.caller = caller;
    stream.tick();
  };

  const reserveSlot = (owner: StreamOwner): StreamSlot => {
    const slot = stopped ? "PROCESS_LIMIT" : slots.reserve(owner);
    if (slot === "PROCESS_LIMIT") throw new AppError("error.service_unavailable");
    if (slot === "USER_LIMIT") throw new AppError("error.throttled", { retryAfter: RETRY_AFTER_SECONDS });
    return slot;
  };

  return {
    async open(context, route, params, adminCookie) {
      const { response, caller, correlationId, isHead } = context;
      const session = caller && sessionOf(deps, context, route, caller, adminCookie);
      if (!session) throw new AppError("error.unauthorized");
      const audience = route.contract.http.auth === "bearer" ? "users" : "staff";
      const { fill, release } = reserveSlot({ audience, userId: caller.userId });
      response.once("close", release);
      try {
        const reader = { caller };
        const read = async (position?: string) =>
          (await callAction({ caller: reader.caller, correlationId }, route, { ...params, position })) as StreamBatch;
        const first = await read();
        if (stopped) throw new AppError("error.service_unavailable");
        // The client disconnected before the slot was reserved, so no `close` event will release it.
        if (response.destroyed) return release();
        response.writeHead(200, HEADERS);
        if (isHead) return void response.end();
        const mayStay = entryTo(runtime, context, route);
        fill({ audience, stream: eventStream({ response, first, read, logger }), session, reader, mayStay });
      } catch (error) {
        release();
        throw error;
      }
    },
    ...hintsTo(slots),
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

type Slots = ReturnType<typeof streamSlots>;
type Hints = Pick<Streams, "applyHint" | "applyChange" | "applyOverviewHint" | "applyStaffAct">;

function hintsTo(slots: Pick<Slots, "of" | "all">): Hints {
  /** The streams of a hint's user. */
  const openOf = (payload: unknown): Iterable<OpenStream> => {
    const { userId } = (payload ?? {}) as { userId?: unknown };
    return typeof userId === "string" ? slots.of({ audience: "users", userId }) : [];
  };
  const openOfStaff = () => slots.all().filter(({ audience }) => audience === "staff");
  const tellStaff = (act: StaffAct | null) => {
    if (!act) return;
    for (const { stream, reader } of openOfStaff())
      if (hasPermission(reader.caller.roles, permissionToSee(act))) stream.tell({ ...CHANGED, data: act });
  };

  return {
    applyHint(payload) {
      for (const { stream } of openOf(payload)) stream.wake();
    },
    applyChange(payload) {
      for (const { stream } of openOf(payload)) stream.tell({ ...CHANGED, data: {} });
      tellStaff(userActOf(payload));
    },
    applyOverviewHint() {
      for (const { stream } of openOfStaff()) stream.wake();
    },
    applyStaffAct(payload) {
      tellStaff(staffActOf(payload));
    },
  };
}
