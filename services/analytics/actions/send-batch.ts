import { implement } from "#libs/contract-kit/implement.ts";
import { parser } from "#libs/contract-kit/validate.ts";
import { BATCH_EVENTS, sendBatch } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import { extendSession } from "../tracking/extend-session.ts";
import { insertPageView, type PageViewDeps } from "../tracking/insert-page-view.ts";
import { recordLeave } from "../tracking/record-leave.ts";

type BatchDeps = PageViewDeps & Pick<Deps, "sessions" | "pageViews">;
type Run = (deps: BatchDeps) => Promise<string | null>;
type Prepare = (event: unknown, userAgent: string | undefined) => Run;
type Kind = keyof typeof BATCH_EVENTS;

const parse = {
  PAGE_VIEW: parser(BATCH_EVENTS.PAGE_VIEW),
  LEAVE: parser(BATCH_EVENTS.LEAVE),
  HEARTBEAT: parser(BATCH_EVENTS.HEARTBEAT),
} as const;

/** Validates an event by its kind and returns a function that records it. Throws validation_failed. */
const prepare: Readonly<Record<Kind, Prepare>> = {
  PAGE_VIEW(event, userAgent) {
    const request = { ...parse.PAGE_VIEW(event), userAgent };
    return async (deps) => (await insertPageView(deps, request))?._id ?? null;
  },
  LEAVE(event) {
    const request = parse.LEAVE(event);
    return async (deps) => {
      await recordLeave(deps, request);
      return null;
    };
  },
  HEARTBEAT(event) {
    const { sessionId } = parse.HEARTBEAT(event);
    return async (deps) => {
      await extendSession(deps, sessionId);
      return null;
    };
  },
};

/** POST /analytics/batch. All events are validated before the first one runs; they run one after the other. */
export const sendBatchAction = (deps: BatchDeps) =>
  implement(sendBatch, async ({ params: { events, userAgent } }) => {
    const runs = events.map((event) => ({ kind: event.kind, run: prepare[event.kind](event, userAgent) }));
    const results: { kind: Kind; id: string | null }[] = [];
    for (const { kind, run } of runs) results.push({ kind, id: await run(deps) });
    return { results };
  });
