import { userChanged } from "#libs/contracts/account/index.ts";
import { creatorStatusChanged } from "#libs/contracts/creator/index.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";
import { ownerStatusChange } from "../domain/owner-status.ts";
import { indexCreator } from "../search/index-creators.ts";

/**
 * Keeps the copy of the owner's names, picture and account status up to date. A deletion of the account deactivates the creator; its
 * cancellation restores the former status.
 */
export const onUserChanged = (
  deps: Pick<Deps, "inbox" | "transaction" | "profiles" | "bioPages" | "search" | "clock" | "audit" | "outbox">,
) =>
  on(userChanged, deps, async ({ userId, version: userVersion, username, displayName, avatarUrl, status, changedAt }, { tx }) => {
    const facts = { username, displayName, avatarUrl, userStatus: status, userVersion, userFactsAt: new Date(changedAt) };
    const before = await deps.profiles.applyUserFacts(tx, userId, facts);
    const isSearched = before && (before.username !== username || before.displayName !== displayName || before.userStatus !== status);
    if (isSearched) await indexCreator(deps, tx, before._id);
    const change = before && ownerStatusChange({ ...before, statusBeforeDeletion: before.statusBeforeDeletion ?? null }, status);
    if (!change) return;
    const { _id: creatorId, creatorStatus: from } = before;
    const { to } = change;
    const version = await deps.profiles.applyOwnerStatus(tx, creatorId, change);
    await deps.audit.add(tx, { actor: userId, action: "creator.followOwner", target: creatorId, details: { from, to } });
    await deps.outbox.add(tx, creatorStatusChanged, { creatorId, version, userId, from, to });
  });
