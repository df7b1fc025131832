import { implement } from "#libs/contract-kit/implement.ts";
import { discoverPlatforms } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { listedPlatforms } from "../discovery/listed-platforms.ts";

/** GET /discover/platforms */
export const discoverPlatformsAction = (deps: Pick<Deps, "discovery" | "cache">) =>
  implement(discoverPlatforms, async () => ({ platforms: [...(await listedPlatforms(deps))] }));
