import { byId, byIdOrName, objectFinder, usernameIn } from "#libs/platform/service/object-finder.ts";
import { gdprRequests } from "../data/gdpr-request.model.ts";
import { NOT_DELETED, users } from "../data/user.model.ts";
import type { Deps } from "../deps.ts";

/** Internal: what an id names here, for the console. */
export const findObjectAction = ({ database }: Pick<Deps, "database">) =>
  objectFinder("account", {
    USER: byIdOrName(database.collection(users), (name) => ({ username: usernameIn(name) }), NOT_DELETED),
    PRIVACY_REQUEST: byId(database.collection(gdprRequests)),
  });
