import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Logger } from "#libs/log/logger.ts";
import { type Place, placeOf } from "../domain/place.ts";
import type { GeoLookup } from "./geo-lookup.ts";

/** What the request says of where the visitor is. */
export interface Whereabouts {
  readonly clientAddress?: string | undefined;
  readonly edgeCountry?: string | undefined;
  readonly edgeCity?: string | undefined;
}

/** Never fails: a lookup that does leaves the place to the delivery network, or unknown (spec 4.5). */
export type LocateVisitor = (whereabouts: Whereabouts) => Promise<Place>;

export function visitorLocator(geo: GeoLookup, faults: FaultPoints, logger: Logger): LocateVisitor {
  const lookUp = async (address: string | undefined): Promise<Place | null> => {
    if (!address) return null;
    try {
      await faults.hit("analytics.geoip");
      return geo.locate(address);
    } catch (error) {
      // The message of the error may hold the address.
      logger.warn({ reason: error instanceof Error ? error.name : "unknown" }, "a place was not found out");
      return null;
    }
  };
  return async ({ clientAddress, edgeCountry, edgeCity }) => placeOf(await lookUp(clientAddress), { country: edgeCountry, city: edgeCity });
}
