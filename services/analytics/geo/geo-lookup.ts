import { isIP } from "node:net";
import { type CityResponse, type CountryResponse, open, type Reader } from "maxmind";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { GeoLocation } from "../domain/geo-location.ts";

/** Finds the location of an IP address. The address is not stored. */
export interface GeoLookup {
  open(): Promise<void>;
  /** Null when the location is unknown; may throw. */
  locate(address: string): GeoLocation | null;
}

/** The lookup of a process: the operator's GeoIP database, if there is one; else every location is unknown. */
export function geoLookup({ env, logger }: Pick<Runtime, "env" | "logger">): GeoLookup {
  if (env.geoipDatabase === null) return { open: async () => undefined, locate: () => null };
  return mmdbLookup(env.geoipDatabase, logger);
}

type GeoRecord = CityResponse | CountryResponse;

/**
 * A lookup in an mmdb file, which is read again when it changes. An unreadable file logs a warning and does not fail the start.
 * @internal exported for tests
 */
export function mmdbLookup(path: string, logger: Logger): GeoLookup {
  let reader: Reader<GeoRecord> | null = null;
  return {
    async open() {
      try {
        reader = await open<GeoRecord>(path, { watchForUpdates: true, watchForUpdatesNonPersistent: true });
      } catch (error) {
        logger.warn({ err: error }, "GeoIP database cannot be read; locations stay unknown");
      }
    },
    locate(address) {
      // The reader would accept any text as an address.
      const record = isIP(address) ? (reader?.get(address) ?? null) : null;
      return record && locationOf(record);
    },
  };
}

function locationOf(record: GeoRecord): GeoLocation {
  const { city, subdivisions, location } = record as CityResponse;
  return {
    country: record.country?.iso_code ?? null,
    city: city?.names.en ?? null,
    region: subdivisions?.[0]?.names.en ?? null,
    continent: record.continent?.code ?? null,
    timezone: location?.time_zone ?? null,
  };
}
