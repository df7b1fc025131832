import { implement } from "#libs/contract-kit/implement.ts";
import { listAllConfig } from "#libs/contracts/config/index.ts";
import { registeredKeys } from "#libs/platform/config/keys/index.ts";
import type { Deps } from "../deps.ts";
import { listConfigEntries } from "../keys/list-config-entries.ts";

/** GET /admin/config/all, deprecated */
export const listAllAction = (deps: Deps) => implement(listAllConfig, () => listConfigEntries(deps, registeredKeys));
