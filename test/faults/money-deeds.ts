import {
  approvePayout,
  cancelPayout,
  closeMoney,
  confirmTopUp,
  createRefund,
  createTopUp,
  refundEscrow,
  requestPayout,
  resolveTopUp,
  settleUnclaimed,
  writeOffChargeback,
} from "#libs/contracts/wallet/index.ts";
import { SANDBOX } from "#libs/providers/payment/sandbox/references.ts";
import { receiveChange } from "#services/messaging/wallet/changes/receive-change.ts";
import { refreshDispute } from "#services/messaging/wallet/chargebacks/record-dispute.ts";
import { finishRefunds } from "#services/messaging/wallet/refunds/finish-refunds.ts";
import { refreshRefund } from "#services/messaging/wallet/refunds/settle-refund.ts";
import type { WalletWorld } from "../wallet/wallet-fixture.ts";

/** What a deed works on: the person, and ids of its documents. */
export interface Subject {
  readonly userId: string;
  /** Idempotency key, or id of the request of a deletion. */
  readonly key: string;
  readonly id: string;
  /** A message, a payout method, or a reference at the provider. */
  readonly other: string;
}

type Deed = (world: WalletWorld, subject: Subject) => Promise<unknown>;

/** The staff who are second. */
const SECOND = "00000000-0000-7000-8000-000000000002";
const second = (world: WalletWorld) => world.as(SECOND, ["FINANCE"]);
const hear: Deed = (world, { other }) => refreshDispute(world.deps, SANDBOX, other);

/** Fault point → what passes it. */
export const DEEDS = {
  "wallet.topup.started": (world, { userId, key }) => world.as(userId)(createTopUp, { amount: "20.00", idempotencyKey: key }),
  "wallet.confirm.credited": (world, { userId, id }) => world.as(userId)(confirmTopUp, { topupId: id }),
  "wallet.callback.stored": (world, { key, other }) =>
    receiveChange(world.deps, SANDBOX, { eventId: key, subject: "CHARGE", reference: other }),
  "wallet.topup.returned": (world, { id }) => second(world)(resolveTopUp, { topupId: id, decision: "RETURN", reason: "another sum" }),
  "wallet.hold.debited": (world, { userId, other }) => world.hold(userId, "5.00", { creatorUserId: other }),
  "wallet.release.resolved": (world, { other }) => world.transaction((tx) => world.desk.release(tx, other)),
  "wallet.refund.resolved": (world, { other }) => world.transaction((tx) => world.desk.refund(tx, other)),
  "wallet.refund.reserved": (world, { userId, key }) => world.as(userId)(createRefund, { amount: "8.00", idempotencyKey: key }),
  "wallet.refund.asked": (world) => finishRefunds(world.deps),
  "wallet.refund.returned": (world, { other }) => refreshRefund(world.deps, SANDBOX, other),
  "wallet.chargeback.booked": hear,
  "wallet.chargeback.returned": hear,
  "wallet.chargeback.written-off": (world, { id }) => second(world)(writeOffChargeback, { chargebackId: id, reason: "lost" }),
  "wallet.reversal.taken": (world, { other }) => second(world)(refundEscrow, { messageId: other, amount: "5.00", reason: "no answer" }),
  "wallet.payout.debited": (world, { userId, key, other }) =>
    world.as(userId)(requestPayout, { amount: "30.00", methodId: other, idempotencyKey: key }),
  "wallet.payout.paid": (world, { id }) => second(world)(approvePayout, { payoutId: id }),
  "wallet.payout.returned": (world, { userId, id }) => world.as(userId)(cancelPayout, { payoutId: id }),
  "wallet.closing.paid": (world, { userId, key }) => world.as("account")(closeMoney, { userId, requestId: key }),
  "wallet.closing.unclaimed": (world, { userId, key }) => world.as("account")(closeMoney, { userId, requestId: key }),
  "wallet.unclaimed.settled": (world, { id }) =>
    second(world)(settleUnclaimed, { unclaimedId: id, decision: "OUTSIDE", reason: "by hand" }),
} as const satisfies Record<string, Deed>;

export type Point = keyof typeof DEEDS;
/** In this order: one that takes what is due must not meet the subjects of another. */
export const POINTS = Object.keys(DEEDS) as Point[];
