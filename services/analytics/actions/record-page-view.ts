import { implement } from "#libs/contract-kit/implement.ts";
import { recordPageView } from "#libs/contracts/analytics.ts";
import { type PageViewDeps, recordPageView as record } from "../tracking/record-page-view.ts";

/** POST /analytics/pageview (spec 4.5). */
export const recordPageViewAction = (deps: PageViewDeps) =>
  implement(recordPageView, async ({ params }) => {
    const row = await record(deps, params);
    return row ? { id: row._id, enteredAt: row.enteredAt.toISOString() } : { id: null };
  });
