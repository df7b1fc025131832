import { implement } from "#libs/contract-kit/implement.ts";
import { parser } from "#libs/contract-kit/validate.ts";
import { BATCH_EVENTS, sendBatch } from "#libs/contracts/analytics.ts";
import type { Deps } from "../deps.ts";
import { keepAlive } from "../tracking/keep-alive.ts";
import { leavePage } from "../tracking/leave-page.ts";
import { type PageViewDeps, recordPageView } from "../tracking/record-page-view.ts";

type Run = (deps: PageViewDeps & Pick<Deps, "clock">) => Promise<string | null>;
type Prepare = (event: unknown, userAgent: string | undefined) => Run;
type Kind = keyof typeof BATCH_EVENTS;

const parse = {
  PAGE_VIEW: parser(BATCH_EVENTS.PAGE_VIEW),
  LEAVE: parser(BATCH_EVENTS.LEAVE),
  HEARTBEAT: parser(BATCH_EVENTS.HEARTBEAT),
} as const;

/** What each kind does, once its fields are checked. Throws VALIDATION_FAILED. */
const prepare: Readonly<Record<Kind, Prepare>> = {
  PAGE_VIEW(event, userAgent) {
    const request = { ...parse.PAGE_VIEW(event), userAgent };
    return async (deps) => (await recordPageView(deps, request))?._id ?? null;
  },
  LEAVE(event) {
    const request = parse.LEAVE(event);
    return async (deps) => {
      await leavePage(deps, request);
      return null;
    };
  },
  HEARTBEAT(event) {
    const { sessionId } = parse.HEARTBEAT(event);
    return async (deps) => {
      await keepAlive(deps, sessionId);
      return null;
    };
  },
};

/** POST /analytics/batch: all events are checked before the first one counts, then they happen one after the other. */
export const sendBatchAction = (deps: PageViewDeps) =>
  implement(sendBatch, async ({ params: { events, userAgent } }) => {
    const runs = events.map((event) => ({ kind: event.kind, run: prepare[event.kind](event, userAgent) }));
    const results: { kind: Kind; id: string | null }[] = [];
    for (const { kind, run } of runs) results.push({ kind, id: await run(deps) });
    return { results };
  });
