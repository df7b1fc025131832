import { implement } from "#libs/contract-kit/implement.ts";
import { recordPageView } from "#libs/contracts/analytics/index.ts";
import { insertPageView, type PageViewDeps } from "../tracking/insert-page-view.ts";

/** POST /analytics/pageview (spec 4.5). */
export const recordPageViewAction = (deps: PageViewDeps) =>
  implement(recordPageView, async ({ params }) => {
    const view = await insertPageView(deps, params);
    return view ? { id: view._id, enteredAt: view.enteredAt.toISOString() } : { id: null };
  });
