import { registeredKeys } from "#libs/config/keys/index.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { listAllConfig } from "#libs/contracts/config.ts";
import type { Deps } from "../deps.ts";
import { entryViews } from "../entry-view.ts";

/** GET /admin/config/all, deprecated */
export const listAllAction = (deps: Deps) => implement(listAllConfig, () => entryViews(deps, registeredKeys));
