import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { userDeleted, userDeletionCancelled, userDeletionRequested } from "./account-gdpr.ts";
import { userChanged, userRegistered } from "./account-internal.ts";
import { creatorCreated, creatorStatusChanged, creatorVacation } from "./creator.ts";
import { kycUpdated } from "./creator-kyc.ts";
import { levelChanged } from "./creator-level.ts";
import { messageExpired, messageQuarantined, messageRejected, messageReplied, messageSent } from "./messaging.ts";
import { moderationAppealDecided } from "./moderation-appeals.ts";
import { moderationReportResolved } from "./moderation-reports.ts";
import { payoutProcessed } from "./payouts.ts";
import { id } from "./shared.ts";
import { walletFrozenChanged, walletToppedUp } from "./wallet.ts";
import { endpointDisabled } from "./webhook-events.ts";

/** What a webhook can tell: ids, states, times and amounts; never names, texts, addresses of people. */
export interface WebhookKind {
  readonly kind: string;
  readonly summary: string;
  /** The durable event it is made of; null: sent on demand only. */
  readonly contract: EventContract | null;
  /** The fields of the event that leave the platform. */
  readonly fields: Rules;
}

/** Fields are named one by one: what is added to an event later stays inside. */
function told<P extends Rules>(contract: EventContract<P>, names: readonly (keyof P & string)[], kind = contract.name): WebhookKind {
  const fields = Object.fromEntries(names.flatMap((name) => (contract.payload[name] ? [[name, contract.payload[name]]] : [])));
  return { kind, summary: contract.summary, contract, fields };
}

const message = ["messageId", "sessionId", "senderId", "receiverId", "dmType", "price", "currency"] as const;

export const PING_KIND = "webhook.ping";
/** Tells receivers to forget somebody, so it is sent although the one is gone. */
export const ERASURE_KIND = userDeleted.name;

/** Every kind of webhook. */
export const webhookKinds: readonly WebhookKind[] = [
  told(userRegistered, ["userId"]),
  told(userChanged, ["userId", "version", "status", "changedAt"]),
  told(userDeletionRequested, ["userId", "requestId", "scheduledAt"]),
  told(userDeletionCancelled, ["userId", "requestId"]),
  told(userDeleted, ["userId", "deletedAt"]),
  told(creatorCreated, ["creatorId", "userId", "bioPageId"]),
  told(creatorStatusChanged, ["creatorId", "version", "userId", "from", "to"]),
  told(kycUpdated, ["creatorId", "userId", "from", "to", "at"]),
  told(levelChanged, ["creatorId", "userId", "from", "to", "at"]),
  told(creatorVacation, ["creatorId", "userId", "enabled", "creatorStatus", "vacationStart", "vacationEnd"]),
  told(messageSent, [...message, "status", "expiresAt", "sentAt"]),
  told(messageQuarantined, [...message, "statementId", "category"]),
  told(messageReplied, [...message, "replyId"]),
  told(messageRejected, [...message, "refunded", "rejectedBy"]),
  told(messageExpired, [...message, "refunded", "expiredAt"]),
  told(moderationAppealDecided, ["appealId", "messageId", "sessionId", "senderId", "decision", "messageStatus", "decidedAt"]),
  told(moderationReportResolved, ["reportId", "messageId", "resolution", "resolvedAt"]),
  told(payoutProcessed, ["payoutId", "creatorId", "userId", "amount", "currency", "status"]),
  told(walletToppedUp, ["topupId", "userId", "amount", "currency"]),
  told(walletFrozenChanged, ["userId", "frozen"]),
  told(endpointDisabled, ["endpointId", "reason", "disabledAt"], "endpoint.disabled"),
  { kind: PING_KIND, summary: "An administrator tries an endpoint", contract: null, fields: { endpointId: id } },
];

export const WEBHOOK_KINDS: readonly string[] = webhookKinds.map(({ kind }) => kind);
