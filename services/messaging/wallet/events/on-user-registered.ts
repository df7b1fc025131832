import { userRegistered } from "#libs/contracts/account/index.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";

/** Creates the fan wallet. */
export const onUserRegistered = (deps: Pick<Deps, "inbox" | "transaction" | "wallets">) =>
  on(userRegistered, deps, async ({ userId }, { tx }) => {
    await deps.wallets.findOrCreate(userId, "FAN", tx);
  });
