import { refuse, type SyncCheck } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { refundOf, refunds } from "../data/refund.store.ts";
import { topUpOf } from "../data/top-up.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { accountOf, PROVIDER_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { distribute, type Refund, type RefundPart, type RefundRequest, refundable } from "../domain/refund.ts";
import { sendBack } from "../domain/wallet.ts";
import { book } from "../ledger/book.ts";

export type SendDeps = Pick<Deps, "clock" | "topUps" | "refunds" | "ledger">;

/** A request to send money back. */
export interface RefundOrder extends Pick<Refund, "userId" | "requestId" | "wanted" | "origin" | "requestedBy" | "note"> {
  /** Requests of a fan in 30 days; it binds no one else. */
  readonly limit: number;
  readonly checks: readonly SyncCheck<RefundRequest>[];
}

/**
 * Takes money out of a wallet and reserves it at the newest top-ups, one refund for each. The job `wallet.finish-refunds` asks the
 * provider afterwards. Throws the errors of the checks.
 */
export async function sendToSource(deps: SendDeps, set: WorkingSet, order: RefundOrder): Promise<Refund[]> {
  const { userId, wanted, limit, origin } = order;
  const key = walletOf(userId, "FAN");
  await set.load([key]);
  const wallet = set.get(key);
  const balance = wallet?.balance ?? 0n;
  const now = deps.clock.now();
  const topUps = await deps.topUps.listRefundable(userId, balance, set.tx);
  const most = refundable(balance, topUps);
  const earlier = origin === "FAN" ? await deps.refunds.earlierRequests(set.tx, userId, now, limit) : [];
  refuse(order.checks, { wallet, wanted, refundable: most, now, limit, earlier });
  const parts = distribute(wanted ?? most, topUps);
  await set.load(parts.map(({ topUp }) => topUpOf(topUp._id)));
  const created = parts.map((part, index) => reserve(deps, set, order, newRefund(order, part, index, now)));
  set.hit("wallet.refund.reserved");
  deps.refunds.noteRequested(set);
  return created;
}

function newRefund(order: RefundOrder, { topUp, amount }: RefundPart, part: number, now: Date): Refund {
  const { _id: topupId, provider, providerReference, currency } = topUp;
  if (providerReference === null) throw new Error(`top-up ${topupId} was paid without a charge`);
  const { userId, requestId, wanted, origin, requestedBy, note } = order;
  const own = { _id: uuid(), userId, topupId, amount, currency, provider, chargeReference: providerReference };
  const request = { requestId, part, wanted, origin, requestedBy, note, createdAt: now };
  return { ...own, ...request, status: "PENDING", askAt: now, asked: 0, reason: null, settledAt: null };
}

function reserve(deps: SendDeps, set: WorkingSet, { userId }: RefundOrder, refund: Refund): Refund {
  const { _id: id, topupId, amount } = refund;
  const topUp = set.get(topUpOf(topupId));
  if (!topUp) throw new Error(`top-up ${topupId} is gone`);
  set.put(topUpOf(topupId), { ...topUp, refunded: add(topUp.refunded, amount) });
  const entries = transferEntries(amount, accountOf(userId, "FAN"), PROVIDER_ACCOUNT);
  const booking = { kind: "REFUND_TO_SOURCE", reference: { type: "refund", id }, entries, wallet: { userId, kind: "FAN" } } as const;
  book(deps, set, booking, (wallet) => sendBack(wallet, amount));
  set.insert(refunds, refund, refundOf(id));
  return refund;
}

const add = (sum: Money | undefined, amount: Money): Money => (sum ?? 0n) + amount;
