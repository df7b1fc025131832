import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation, type Foundation } from "#libs/platform/service/foundation.ts";
import { type PeriodCountStore, periodCountStore } from "./data/period-count.store.ts";
import { openStores, type Stores } from "./data/stores.ts";
import { visitorHash } from "./domain/visitor-hash.ts";
import type { GeoLookup } from "./geo/geo-lookup.ts";
import { type LocateVisitor, visitorLocator } from "./geo/visitor-locator.ts";
import { type Dashboard, dashboard } from "./reports/dashboard.ts";
import { rollups } from "./rollups/rollups.ts";
import { type TrackingWriter, trackingWriter } from "./tracking/tracking-writer.ts";

/** The dependencies of the actions and jobs of this service; each of them names the part it needs. */
export interface Deps extends Foundation<"inbox">, Stores {
  readonly dashboard: Dashboard;
  readonly periodCounts: PeriodCountStore;
  readonly writer: TrackingWriter;
  readonly locate: LocateVisitor;
  /** Signs tracking tokens. */
  readonly tokenKey: Buffer;
  hashOf(visitorId: string): string;
}

/** The live ones, over the analytics database. It may be on another MongoDB than the databases of the other services. */
export function liveDeps(runtime: Runtime, geo: GeoLookup): Deps {
  const foundation = createFoundation(runtime, { service: "analytics", uses: ["inbox"] });
  const { clock, config, database, faults, logger } = foundation;
  const { secrets } = runtime.env;
  const stores = openStores(database, { clock, faults });
  const periodCounts = periodCountStore(database);
  return {
    ...foundation,
    ...stores,
    periodCounts,
    dashboard: dashboard({ ...stores, clock, config, periodCounts, rollups: rollups({ ...stores, periodCounts, faults }) }),
    writer: trackingWriter({ ...stores, faults }),
    locate: visitorLocator(geo, faults, logger),
    tokenKey: secrets.analyticsTokenKey,
    hashOf: (visitorId) => visitorHash(visitorId, secrets.visitorPepper),
  };
}
