import { userChanged } from "#libs/contracts/account-internal.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";
import { followBan } from "../follow-ban.ts";

/**
 * Keeps the names that chat sessions show. Open messages of a banned user are refunded, sent and received ones; who deletes the
 * account after a ban does not take that back with it.
 */
export const onUserChanged = (deps: Pick<Deps, "inbox" | "transaction" | "cards" | "closings" | "clock">) =>
  on(userChanged, deps, async ({ userId, version, status, username, displayName, avatarUrl }, { tx }) => {
    await deps.cards.apply(tx, { _id: userId, version, username, displayName, avatarUrl });
    const [banned, reinstated] = [status === "BANNED", status === "ACTIVE"];
    if (banned || reinstated) await followBan(deps, tx, { userId, version, reason: "USER_BANNED", banned });
  });
