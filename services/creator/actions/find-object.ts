import { byId, objectFinder } from "#libs/platform/service/object-finder.ts";
import { creatorProfiles } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";

/** Internal: what an id names here, for the console. */
export const findObjectAction = ({ database }: Pick<Deps, "database">) =>
  objectFinder("creator", {
    CREATOR: byId(database.collection(creatorProfiles)),
  });
