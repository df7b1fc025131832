import { byIdOrName, objectFinder, usernameIn } from "#libs/platform/service/object-finder.ts";
import { creatorProfiles } from "../data/creator-profile.model.ts";
import type { Deps } from "../deps.ts";

/** Internal: what an id names here, for the console. */
export const findObjectAction = ({ database }: Pick<Deps, "database">) =>
  objectFinder("creator", {
    CREATOR: byIdOrName(database.collection(creatorProfiles), (name) => ({ username: usernameIn(name) })),
  });
