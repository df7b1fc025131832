import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import { type GeoLocation, resolveLocation } from "../domain/geo-location.ts";
import type { GeoLookup } from "./geo-lookup.ts";

/** The values of a request that locate its visitor. */
export interface LocationHints {
  readonly clientAddress?: string | undefined;
  /** Country and city according to the delivery network. */
  readonly edgeCountry?: string | undefined;
  readonly edgeCity?: string | undefined;
}

/** Never fails: without a lookup result the delivery network decides, else the location is unknown (spec 4.5). */
export type LocateVisitor = (hints: LocationHints) => Promise<GeoLocation>;

export function visitorLocator(geo: GeoLookup, faults: FaultPoints, logger: Logger): LocateVisitor {
  const lookUp = async (address: string | undefined): Promise<GeoLocation | null> => {
    if (!address) return null;
    try {
      await faults.hit("analytics.geoip");
      return geo.locate(address);
    } catch (error) {
      // Only the name: the message of the error may contain the address.
      logger.warn({ reason: error instanceof Error ? error.name : "unknown" }, "GeoIP lookup failed; location left unknown");
      return null;
    }
  };
  return async ({ clientAddress, edgeCountry, edgeCity }) =>
    resolveLocation(await lookUp(clientAddress), { country: edgeCountry, city: edgeCity });
}
