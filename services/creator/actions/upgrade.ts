import { implement } from "#libs/contract-kit/implement.ts";
import { upgrade } from "#libs/contracts/creator.ts";
import type { Deps } from "../deps.ts";
import { pageUrl } from "../domain/public-page.ts";
import { upgradeWish } from "../domain/upgrade-wish.ts";
import { beginUpgrade } from "../upgrade/begin-upgrade.ts";
import { runUpgrade } from "../upgrade/run-upgrade.ts";

/** POST /creators/upgrade (spec 4.3): an existing profile first, then what the account service refuses. */
export const upgradeAction = (deps: Deps) =>
  implement(upgrade, async (ctx) => {
    const saga = await beginUpgrade(deps, ctx.call, ctx.caller.userId);
    const { creatorId, username } = await runUpgrade(deps, ctx.call, saga, upgradeWish(ctx.params), ctx.requestId);
    return { creatorId, bioPageUrl: pageUrl(deps.config.read("site.public_host"), username) };
  });
