import { implement } from "#libs/contract-kit/implement.ts";
import { listFlags } from "#libs/contracts/config.ts";
import type { Deps } from "../deps.ts";
import { flagView } from "../flag-view.ts";

/** GET /admin/config/flags */
export const listFlagsAction = ({ flags }: Deps) => implement(listFlags, async () => (await flags.all()).map(flagView));
