import { byId, objectFinder } from "#libs/platform/service/object-finder.ts";
import { endpoints } from "../data/endpoint.model.ts";
import type { Deps } from "../deps.ts";

/** Internal: what an id names here, for the console. */
export const findObjectAction = ({ database }: Pick<Deps, "database">) =>
  objectFinder("webhook", {
    ENDPOINT: byId(database.collection(endpoints)),
  });
