import { implement } from "#libs/contract-kit/implement.ts";
import { FUNNEL_STEPS, getFunnel } from "#libs/contracts/analytics/index.ts";
import type { Deps } from "../deps.ts";
import { ownReportScope, rangeOf } from "../reports/own-report-scope.ts";

/** GET /creators/{creatorId}/analytics/funnel */
export const getFunnelAction = (deps: Pick<Deps, "clock" | "sessions" | "dashboard" | "paidMessages">) =>
  implement(getFunnel, async (ctx) => {
    const scope = await ownReportScope(ctx, deps);
    const [{ bioViews, sessions, engaged, clicked }, paid] = await Promise.all([
      deps.dashboard.funnel(scope),
      deps.paidMessages.count(scope.ownerId, scope.from, scope.to),
    ]);
    const counts = { BIO_VIEW: bioViews, SESSION: sessions, ENGAGED: engaged, LINK_CLICK: clicked, PAID_MESSAGE: paid };
    return { ...rangeOf(scope), steps: FUNNEL_STEPS.map((step) => ({ step, count: counts[step] })) };
  });
