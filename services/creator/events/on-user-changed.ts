import { userChanged } from "#libs/contracts/account.ts";
import { creatorStatusChanged } from "#libs/contracts/creator.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";
import { ownerMove } from "../domain/owner-status.ts";

/**
 * Keeps the copy of a creator's names, picture and account status up to date. A deletion of the account deactivates the
 * creator; taking it back brings the former status back.
 */
export const onUserChanged = (deps: Pick<Deps, "inbox" | "transaction" | "profiles" | "audit" | "outbox">) =>
  on(userChanged, deps, async ({ userId, version: userVersion, username, displayName, avatarUrl, status, changedAt }, { tx }) => {
    const facts = { username, displayName, avatarUrl, userStatus: status, userVersion, userFactsAt: new Date(changedAt) };
    const before = await deps.profiles.takeUserFacts(tx, userId, facts);
    const move = before && ownerMove({ ...before, statusBeforeDeletion: before.statusBeforeDeletion ?? null }, status);
    if (!move) return;
    const { _id: creatorId, creatorStatus: from } = before;
    const { to } = move;
    const version = await deps.profiles.followOwner(tx, creatorId, move);
    await deps.audit.add(tx, { actor: userId, action: "creator.followOwner", target: creatorId, details: { from, to } });
    await deps.outbox.add(tx, creatorStatusChanged, { creatorId, version, userId, from, to });
  });
