import { userChanged } from "#libs/contracts/account/internal.ts";
import { on } from "#libs/platform/events/on.ts";
import type { MessagesDeps } from "../deps.ts";
import { applyBan } from "../ending/apply-ban.ts";

/**
 * Updates the names that chat sessions show, and refunds the open messages from and to a banned user. A banned user who deletes the
 * account does not stop the refunds.
 */
export const onUserChanged = (deps: Pick<MessagesDeps, "inbox" | "transaction" | "userCards" | "closings" | "clock">) =>
  on(userChanged, deps, async ({ userId, version, status, username, displayName, avatarUrl }, { tx }) => {
    await deps.userCards.upsertNewer(tx, { _id: userId, version, username, displayName, avatarUrl });
    const [banned, reinstated] = [status === "BANNED", status === "ACTIVE"];
    if (banned || reinstated) await applyBan(deps, tx, { userId, version, reason: "USER_BANNED", banned });
  });
