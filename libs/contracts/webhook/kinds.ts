import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { userDeleted, userDeletionCancelled, userDeletionRequested } from "../account/gdpr.ts";
import { userChanged, userRegistered } from "../account/internal.ts";
import { creatorCreated, creatorStatusChanged, creatorVacation } from "../creator/index.ts";
import { kycUpdated } from "../creator/kyc.ts";
import { levelChanged } from "../creator/level.ts";
import { messageExpired, messageQuarantined, messageRejected, messageReplied, messageSent } from "../messaging/index.ts";
import { moderationAppealDecided } from "../messaging/moderation-appeals.ts";
import { moderationReportResolved } from "../messaging/moderation-reports.ts";
import { id } from "../shared.ts";
import { walletFrozenChanged, walletToppedUp } from "../wallet/index.ts";
import { payoutProcessed } from "../wallet/payouts.ts";
import { endpointDisabled } from "./events.ts";

/** A type of webhook. Its payload has ids, states, times and amounts, and never names, texts or addresses of people. */
export interface WebhookKind {
  readonly kind: string;
  readonly summary: string;
  /** The durable event that causes it; null: it is sent on demand only. */
  readonly contract: EventContract | null;
  /** The fields of the event that a receiver gets. */
  readonly fields: Rules;
}

/** Lists the fields one by one, so that a field added to the event later is not sent. */
function kindOf<P extends Rules>(contract: EventContract<P>, names: readonly (keyof P & string)[], kind = contract.name): WebhookKind {
  const fields = Object.fromEntries(names.flatMap((name) => (contract.payload[name] ? [[name, contract.payload[name]]] : [])));
  return { kind, summary: contract.summary, contract, fields };
}

const message = ["messageId", "sessionId", "senderId", "receiverId", "dmType", "price", "currency"] as const;

export const PING_KIND = "webhook.ping";
/** Asks receivers to erase a user as well, so it is not erased with the data of that user. */
export const ERASURE_KIND = userDeleted.name;

/** Every kind of webhook. */
export const webhookKinds: readonly WebhookKind[] = [
  kindOf(userRegistered, ["userId"]),
  kindOf(userChanged, ["userId", "version", "status", "changedAt"]),
  kindOf(userDeletionRequested, ["userId", "requestId", "scheduledAt"]),
  kindOf(userDeletionCancelled, ["userId", "requestId"]),
  kindOf(userDeleted, ["userId", "deletedAt"]),
  kindOf(creatorCreated, ["creatorId", "userId", "bioPageId"]),
  kindOf(creatorStatusChanged, ["creatorId", "version", "userId", "from", "to"]),
  kindOf(kycUpdated, ["creatorId", "userId", "from", "to", "at"]),
  kindOf(levelChanged, ["creatorId", "userId", "from", "to", "at"]),
  kindOf(creatorVacation, ["creatorId", "userId", "enabled", "creatorStatus", "vacationStart", "vacationEnd"]),
  kindOf(messageSent, [...message, "status", "expiresAt", "sentAt"]),
  kindOf(messageQuarantined, [...message, "statementId", "category"]),
  kindOf(messageReplied, [...message, "replyId"]),
  kindOf(messageRejected, [...message, "refunded", "rejectedBy"]),
  kindOf(messageExpired, [...message, "refunded", "expiredAt"]),
  kindOf(moderationAppealDecided, ["appealId", "messageId", "sessionId", "senderId", "decision", "messageStatus", "decidedAt"]),
  kindOf(moderationReportResolved, ["reportId", "messageId", "resolution", "resolvedAt"]),
  kindOf(payoutProcessed, ["payoutId", "creatorId", "userId", "amount", "currency", "status"]),
  kindOf(walletToppedUp, ["topupId", "userId", "amount", "currency"]),
  kindOf(walletFrozenChanged, ["userId", "frozen"]),
  kindOf(endpointDisabled, ["endpointId", "reason", "disabledAt"], "endpoint.disabled"),
  { kind: PING_KIND, summary: "An administrator tests an endpoint", contract: null, fields: { endpointId: id } },
];

export const WEBHOOK_KINDS: readonly string[] = webhookKinds.map(({ kind }) => kind);
