import { WELL_KNOWN_PLATFORMS, type WellKnownPlatform } from "#libs/contracts/creator/index.ts";
import type { Cache } from "#libs/platform/counters/counter-store.ts";
import type { DiscoveryStore } from "../data/discovery.store.ts";
import { discoveryQueryOf } from "../domain/discovery.ts";

/** Seconds for which an answer serves all readers: it costs one list for each platform. */
const KEEP_SECONDS = 60;
const CACHE_KEY = "discovery:platforms";

interface PlatformDeps {
  readonly discovery: DiscoveryStore;
  readonly cache: Cache;
}

/** The well-known platforms whose list shows a creator. */
export async function listedPlatforms({ discovery, cache }: PlatformDeps): Promise<readonly WellKnownPlatform[]> {
  const cached = await cache.get(CACHE_KEY);
  if (cached !== null) return WELL_KNOWN_PLATFORMS.filter((platform) => cached.split(",").includes(platform));
  const lists = await Promise.all(WELL_KNOWN_PLATFORMS.map((platform) => discovery.list(discoveryQueryOf({ platform }), 0)));
  const platforms = WELL_KNOWN_PLATFORMS.filter((_, index) => lists[index]?.ids.length !== 0);
  await cache.put(CACHE_KEY, platforms.join(","), KEEP_SECONDS);
  return platforms;
}
