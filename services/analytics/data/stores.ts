import type { Clock } from "#libs/kernel/clock.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type AnalyticsPageViewStore, analyticsPageViewStore } from "./analytics-page-view.store.ts";
import { type AnalyticsSessionStore, analyticsSessionStore } from "./analytics-session.store.ts";
import { type BioPageViewStore, bioPageViewStore } from "./bio-page-view.store.ts";
import { type OptOutStore, optOutStore } from "./opt-out.store.ts";
import { type PageDayStore, pageDayStore } from "./page-day.store.ts";
import { type PaidMessageStore, paidMessageStore } from "./paid-message.store.ts";
import { type ReportStore, reportStore } from "./report.store.ts";

/** The stores of the service, which its features use besides the foundation. */
export interface Stores {
  readonly sessions: AnalyticsSessionStore;
  readonly pageViews: AnalyticsPageViewStore;
  readonly bioViews: BioPageViewStore;
  readonly optOuts: OptOutStore;
  readonly paidMessages: PaidMessageStore;
  readonly reports: ReportStore;
  readonly pageDays: PageDayStore;
}

export function openStores(database: Collections, deps: { readonly clock: Clock; readonly faults: FaultPoints }): Stores {
  return {
    sessions: analyticsSessionStore(database, deps),
    pageViews: analyticsPageViewStore(database, deps),
    bioViews: bioPageViewStore(database),
    optOuts: optOutStore(database),
    paidMessages: paidMessageStore(database),
    reports: reportStore(database),
    pageDays: pageDayStore(database),
  };
}
