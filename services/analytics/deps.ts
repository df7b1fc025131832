import type { ConfigReader } from "#libs/config/reader.ts";
import { createInbox, type Inbox } from "#libs/events/inbox.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Logger } from "#libs/log/logger.ts";
import type { Metrics } from "#libs/metrics/metrics.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type AnalyticsPageViewStore, analyticsPageViewStore } from "./data/analytics-page-view.store.ts";
import { type AnalyticsSessionStore, analyticsSessionStore } from "./data/analytics-session.store.ts";
import { type BioPageViewStore, bioPageViewStore } from "./data/bio-page-view.store.ts";
import { type OptOutStore, optOutStore } from "./data/opt-out.store.ts";
import { type PageDayStore, pageDayStore } from "./data/page-day.store.ts";
import { type PaidMessageStore, paidMessageStore } from "./data/paid-message.store.ts";
import { type ReportStore, reportStore } from "./data/report.store.ts";
import { tallyStore } from "./data/tally.store.ts";
import { visitorHash } from "./domain/visitor-hash.ts";
import type { GeoLookup } from "./geo/geo-lookup.ts";
import { type LocateVisitor, visitorLocator } from "./geo/locate-visitor.ts";
import { type Dashboard, dashboard } from "./rollups/dashboard.ts";
import { rollUps } from "./rollups/roll-up.ts";
import { type Commits, groupCommits } from "./tracking/commits.ts";

/** What the actions and jobs of this service work with; each of them names the part it needs. */
export interface Deps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: ConfigReader;
  readonly faults: FaultPoints;
  readonly metrics: Metrics;
  readonly sessions: AnalyticsSessionStore;
  readonly pageViews: AnalyticsPageViewStore;
  readonly bioViews: BioPageViewStore;
  readonly optOuts: OptOutStore;
  readonly paidMessages: PaidMessageStore;
  readonly transaction: Transaction;
  readonly inbox: Inbox;
  readonly reports: ReportStore;
  readonly pageDays: PageDayStore;
  readonly dashboard: Dashboard;
  readonly commits: Commits;
  readonly locate: LocateVisitor;
  readonly tokenKey: Buffer;
  hashOf(visitorId: string): string;
  prepare(): Promise<void>;
}

/** The live ones, over the analytics database, which may be another MongoDB than that of the other services. */
export function liveDeps({ env, clock, config, faults, metrics, logger: base, database }: Runtime, geo: GeoLookup): Deps {
  const connection = database("analytics");
  const logger = base.child({ service: "analytics" });
  const sessions = analyticsSessionStore({ connection, clock, faults });
  const pageViews = analyticsPageViewStore({ connection, clock, faults });
  const bioViews = bioPageViewStore(connection);
  const optOuts = optOutStore(connection);
  const reports = reportStore(connection);
  const tallies = tallyStore(connection);
  const pageDays = pageDayStore(connection);
  return {
    clock,
    logger,
    config,
    faults,
    metrics,
    sessions,
    pageViews,
    bioViews,
    optOuts,
    paidMessages: paidMessageStore(connection),
    transaction: transactionOn(connection),
    inbox: createInbox({ connection, clock, faults }),
    reports,
    pageDays,
    dashboard: dashboard({ clock, config, reports, tallies, pageDays, rollUps: rollUps({ tallies, pageDays, faults }) }),
    commits: groupCommits({ sessions, pageViews, bioViews, optOuts, faults }),
    locate: visitorLocator(geo, faults, logger),
    tokenKey: env.secrets.analyticsTokenKey,
    hashOf: (visitorId) => visitorHash(visitorId, env.secrets.visitorPepper),
    async prepare() {
      await geo.open();
      await ensureIndexes(connection);
    },
  };
}
