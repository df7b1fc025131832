import type { ServiceBroker } from "moleculer";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { analyticsService } from "#services/analytics/analytics.service.ts";
import { type GeoLocation, UNKNOWN_LOCATION } from "#services/analytics/domain/geo-location.ts";
import { trackingToken } from "#services/analytics/domain/tracking-token.ts";
import { geoLookup } from "#services/analytics/geo/geo-lookup.ts";
import { forgetUser } from "./forget-user.ts";
import { backendNames } from "./services.ts";
import type { HookedSystem } from "./test-hooks.ts";

/** The system that test hooks work on: every service in one process, each of which can be stopped and started. */
export function hookedSystem(
  runtime: HookedSystem["runtime"],
  backends: Readonly<Record<string, ServiceFactory>>,
  makeBroker: (factories: readonly ServiceFactory[]) => ServiceBroker,
  gateway: ServiceFactory,
): HookedSystem {
  const geo = replaceableGeo(runtime);
  const analytics: ServiceFactory = (lent) => analyticsService(lent, geo);
  const factories = new Map(Object.entries({ ...backends, analytics }));
  const broker = makeBroker([...factories.values(), gateway]);
  return {
    runtime,
    broker,
    factories,
    databases: backendNames,
    mailbox: (email) => mailboxOf(runtime).of(email.trim().toLowerCase()),
    forgetUser: (email) => forgetUser(runtime, email),
    setGeoLocation: (location) => geo.replace(location as Partial<GeoLocation> | null),
    trackingToken: (bioPageId, at) => trackingToken(runtime.env.secrets.analyticsTokenKey, bioPageId, at).token,
  };
}

/** The GeoIP lookup of the process, until a test replaces its results by one location; null removes the replacement. */
function replaceableGeo(runtime: HookedSystem["runtime"]) {
  const own = geoLookup(runtime);
  let replacement: GeoLocation | null = null;
  return {
    open: () => own.open(),
    locate: (address: string) => replacement ?? own.locate(address),
    replace(location: Partial<GeoLocation> | null): void {
      replacement = location && { ...UNKNOWN_LOCATION, ...location };
    },
  };
}
