import { implement } from "#libs/contract-kit/implement.ts";
import { listFlags } from "#libs/contracts/config/index.ts";
import type { Deps } from "../deps.ts";
import { flagView } from "../views/toggle-view.ts";

/** GET /admin/config/flags */
export const listFlagsAction = ({ flags }: Deps) => implement(listFlags, async () => (await flags.list()).map(flagView));
