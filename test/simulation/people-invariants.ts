import { creatorCreated } from "#libs/contracts/creator/index.ts";
import type { OutboxRow } from "#libs/platform/events/outbox-rows.ts";
import type { GdprRequest } from "#services/account/domain/gdpr-request.ts";
import type { User } from "#services/account/domain/user.ts";
import type { CreatorProfileDoc } from "#services/creator/data/creator-profile.model.ts";
import type { UpgradeSagaDoc } from "#services/creator/data/upgrade-saga.model.ts";
import type { MessageDoc } from "#services/messaging/data/message.model.ts";
import { ERASED_TEXT } from "#services/messaging/messages/data/message-text.ts";
import type { Wallet } from "#services/messaging/wallet/domain/wallet.ts";
import type { State } from "./invariants.ts";

const repeated = (keys: readonly string[]) => keys.find((key, index) => keys.indexOf(key) < index) ?? null;

/** An upgrade creates one creator with the claimed name, or leaves everything unchanged. */
export function creatorOnce({ account, creator }: State): string | null {
  const profiles = creator.all<CreatorProfileDoc>("creator_profiles");
  const users = new Map(account.all<User>("users").map((user) => [user._id, user]));
  const twice = repeated(profiles.map(({ userId }) => userId)) ?? repeated([...users.values()].flatMap(({ username }) => username ?? []));
  if (twice) return `twice: ${twice}`;
  const facts = creator.all<OutboxRow>("outbox").filter(({ event }) => event === creatorCreated.name);
  for (const saga of creator.all<UpgradeSagaDoc>("upgrade_sagas")) {
    const user = users.get(saga.userId);
    const profile = profiles.find(({ userId }) => userId === saga.userId);
    if (user?.status === "DELETED") continue;
    if (saga.status !== "DONE" && saga.status !== "UNDONE") return `the upgrade of ${saga.userId} has not ended: ${saga.status}`;
    if (user?.claim) return `the names of ${saga.userId} are still claimed`;
    if (saga.status === "UNDONE" && user?.settledClaimId === saga._id) return `the upgrade of ${saga.userId} was undone, its claim was not`;
    if (saga.status !== "DONE") continue;
    if (!profile || profile._id !== saga.creatorId) return `no creator of the upgrade of ${saga.userId}`;
    if (user?.settledClaimId !== saga._id || user.username !== profile.username) return `${saga.userId} is a creator with another name`;
    const published = facts.filter(({ payload }) => (payload as { creatorId: string }).creatorId === profile._id).length;
    if (published !== 1) return `the creator ${profile._id} was announced ${published} times`;
  }
  return null;
}

/** A deletion either completes and leaves no data and no money of the user, or is cancelled and leaves everything. */
export function deletionWhole({ account, creator, messaging }: State): string | null {
  const requests = account.all<GdprRequest>("gdpr_requests");
  for (const { userId, status, sweepAt } of requests) {
    if (status === "CANCELLED") continue;
    if (status !== "COMPLETED" || sweepAt !== null) return `the deletion of ${userId} has not ended: ${status}`;
    const user = account.select("users", { _id: userId }, null)[0];
    if (user?.status !== "DELETED" || user.username !== null) return `${userId} is still there`;
    const parties = messaging
      .all<MessageDoc>("messages")
      .filter(({ senderId, receiverId }) => senderId === userId || receiverId === userId);
    const open = parties.find(({ openUntil }) => openUntil);
    if (open) return `message ${open._id} of ${userId} is still open`;
    const readable = parties.find(({ senderId, content }) => senderId === userId && content !== ERASED_TEXT);
    if (readable) return `message ${readable._id} of ${userId} can still be read`;
    const wallet = messaging
      .all<Wallet>("wallets")
      .find((own) => own.userId === userId && (own.closedFor === undefined || own.balance !== 0n));
    if (wallet) return `the wallet of ${userId} has ${wallet.balance}${wallet.closedFor === undefined ? " and is not closed" : ""}`;
    const card = messaging.select("user_cards", { _id: userId }, null)[0];
    if (card && (card.username !== null || card.displayName !== null)) return `messaging still knows the name of ${userId}`;
    if (creator.select("creator_profiles", { userId }, null).length > 0) return `${userId} still has a creator profile`;
  }
  return null;
}
