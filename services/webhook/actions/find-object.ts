import { byId, objectFinder } from "#libs/platform/service/object-finder.ts";
import { endpoints as endpointRows } from "../data/endpoint.model.ts";
import type { Deps } from "../deps.ts";

/** Internal: what an id names here, for the console. Endpoints are known by their address or its host, too. */
export const findObjectAction = ({ database, endpoints }: Pick<Deps, "database" | "endpoints">) => {
  const own = byId(database.collection(endpointRows));
  return objectFinder("webhook", {
    ENDPOINT: async (id) => (await own(id)) ?? (id.includes(".") ? endpoints.findAt(id) : null),
  });
};
