import { byId, objectFinder } from "#libs/platform/service/object-finder.ts";
import { gdprRequests } from "../data/gdpr-request.model.ts";
import { NOT_DELETED, users } from "../data/user.model.ts";
import type { Deps } from "../deps.ts";

/** Internal: what an id names here, for the console. */
export const findObjectAction = ({ database }: Pick<Deps, "database">) =>
  objectFinder("account", {
    USER: byId(database.collection(users), NOT_DELETED),
    PRIVACY_REQUEST: byId(database.collection(gdprRequests)),
  });
