import { isIP } from "node:net";
import { type CityResponse, type CountryResponse, open, type Reader } from "maxmind";
import type { Connection } from "mongoose";
import type { Logger } from "#libs/log/logger.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import type { Place } from "../domain/place.ts";

/** Finds the place of an address; may throw. An address goes in and is not kept. */
export interface GeoLookup {
  open(): Promise<void>;
  locate(address: string): Place | null;
}

/** No database: every place is unknown. */
const noGeo: GeoLookup = { open: async () => undefined, locate: () => null };

type PlaceRecord = CityResponse | CountryResponse;

/** Looks places up in an mmdb file, which is read again when it changes. A file that cannot be read is a warning, not a failure. */
export function mmdbGeo(path: string, logger: Logger): GeoLookup {
  let reader: Reader<PlaceRecord> | null = null;
  return {
    async open() {
      try {
        reader = await open<PlaceRecord>(path, { watchForUpdates: true, watchForUpdatesNonPersistent: true });
      } catch (error) {
        logger.warn({ err: error }, "the database of places cannot be read; places stay unknown");
      }
    },
    locate(address) {
      // The reader takes any text for some address.
      const found = isIP(address) ? (reader?.get(address) ?? null) : null;
      return found && placeOfRecord(found);
    },
  };
}

function placeOfRecord(found: PlaceRecord): Place {
  const { city, subdivisions, location } = found as CityResponse;
  return {
    country: found.country?.iso_code ?? null,
    city: city?.names.en ?? null,
    region: subdivisions?.[0]?.names.en ?? null,
    continent: found.continent?.code ?? null,
    timezone: location?.time_zone ?? null,
  };
}

const replaced = new WeakMap<Connection, GeoLookup>();

/** For test systems: from now on this answers instead of the database of the process; null takes it away again. */
export function replaceGeo(runtime: Pick<Runtime, "database">, geo: GeoLookup | null): void {
  const owner = runtime.database("analytics");
  if (geo) replaced.set(owner, geo);
  else replaced.delete(owner);
}

/** The lookup of a process: the operator's database, when there is one. */
export function geoOf({ env, logger, database }: Pick<Runtime, "env" | "logger" | "database">): GeoLookup {
  const own = env.geoipDatabase === null ? noGeo : mmdbGeo(env.geoipDatabase, logger);
  const owner = database("analytics");
  return { open: () => own.open(), locate: (address) => (replaced.get(owner) ?? own).locate(address) };
}
