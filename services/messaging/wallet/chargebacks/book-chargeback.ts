import { chargebackClosed, chargebackOpened } from "#libs/contracts/wallet/chargebacks.ts";
import { formatMoney, type Money, smallerOf } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { chargebackFrom } from "../data/chargeback.store.ts";
import { topUpOf } from "../data/top-up.store.ts";
import { openUnclaimedOf } from "../data/unclaimed.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { amountToBook, type Chargeback, hasMoney, PROVIDER_REFUND, stopsEarnings } from "../domain/chargeback.ts";
import { accountOf, type Entry, PROVIDER_ACCOUNT, transferEntries, unclaimedAccount } from "../domain/ledger.ts";
import { movedTopUp, type TopUp, topUpMoves } from "../domain/top-up.ts";
import { claimHash, takeBack } from "../domain/unclaimed.ts";
import { chargeBack, credit, freezeAfterDispute, freezeByDispute, unfreezeAfterDispute, type Wallet } from "../domain/wallet.ts";
import { bookCredit } from "../ledger/book.ts";

export type ChargebackDeps = Pick<Deps, "clock" | "wallets" | "ledger" | "chargebacks" | "outbox" | "pseudonymKey" | "unclaimed">;

/**
 * Takes a disputed payment out of the wallet, also below zero, and freezes the wallet. Messages are closed and earnings stopped
 * afterwards, in transactions of their own. The set has loaded chargeback, top-up and {@link loadPurse}.
 */
export function bookChargeback(deps: ChargebackDeps, set: WorkingSet, chargeback: Chargeback): void {
  const { userId, topupId, claimed, reason } = chargeback;
  const topUp = requireTopUp(set, topupId);
  const amount = amountToBook(claimed, topUp);
  const fromUnclaimed = takeUnclaimed(set, userId, amount);
  const booked: Chargeback = { ...chargeback, amount, booked: true, ...(fromUnclaimed && { fromUnclaimed }) };
  set.put(topUpOf(topupId), { ...topUp, disputed: (topUp.disputed ?? 0n) + amount });
  const change = (wallet: Wallet) => chargeBack(wallet, ownPart(booked));
  bookOn(deps, set, booked, { kind: "CHARGEBACK", entries: entriesOf(booked), change });
  set.hit("wallet.chargeback.booked");
  // A refund that began at the provider is no dispute: the wallet stays open.
  set.put(chargebackFrom(chargeback.source), booked);
  if (reason === PROVIDER_REFUND) return;
  changeWallet(deps, set, userId, (wallet) => freezeByDispute(wallet, deps.clock.now()));
  putWithWork(deps, set, { ...booked, untold: true });
  deps.outbox.record(set, chargebackOpened, factsOf(booked));
}

/** Returns the money of a dispute that was won; the wallet is open again unless something else keeps it closed. */
export async function winChargeback(deps: ChargebackDeps, set: WorkingSet, chargeback: Chargeback): Promise<void> {
  const { _id, userId, topupId, amount, booked, fromUnclaimed } = chargeback;
  const won: Chargeback = { ...chargeback, status: "WON", closedAt: deps.clock.now() };
  const topUp = requireTopUp(set, topupId);
  if (!booked) {
    set.put(chargebackFrom(chargeback.source), won);
    const rest = (await deps.chargebacks.listOfTopUp(topupId, set.tx)).filter((other) => other._id !== _id);
    // Another one of the same payment has yet to be booked.
    if (!rest.some(hasMoney)) set.put(topUpOf(topupId), { ...topUp, disputedEarly: undefined });
    return;
  }
  set.put(topUpOf(topupId), { ...topUp, disputed: (topUp.disputed ?? 0n) - amount });
  const entries = entriesOf(won).map((entry) => ({ ...entry, amount: -entry.amount }));
  bookOn(deps, set, won, { kind: "CHARGEBACK_RETURN", entries, change: (wallet) => credit(wallet, ownPart(won)) });
  if (fromUnclaimed) await returnUnclaimed(deps, set, userId, fromUnclaimed);
  set.hit("wallet.chargeback.returned");
  const others = (await deps.chargebacks.listOfUser(userId, set.tx)).filter((other) => other._id !== _id && stopsEarnings(other));
  if (others.length === 0) changeWallet(deps, set, userId, unfreezeAfterDispute);
  putWithWork(deps, set, won);
  deps.outbox.record(set, chargebackClosed, { ...factsOf(won), status: "WON" });
}

/** The money is gone. The wallet stays frozen until staff decides. */
export function loseChargeback(deps: ChargebackDeps, set: WorkingSet, chargeback: Chargeback): void {
  const { userId, topupId, source, booked, reason } = chargeback;
  const lost: Chargeback = { ...chargeback, status: "LOST", closedAt: deps.clock.now() };
  set.put(chargebackFrom(source), lost);
  if (!booked) {
    // What waits for staff has nothing left to credit or to return.
    const topUp = requireTopUp(set, topupId);
    set.put(topUpOf(topupId), movedTopUp(topUp, topUpMoves.loseDispute, deps.clock.now(), { reason: "DISPUTE_LOST" }));
    return;
  }
  if (reason !== PROVIDER_REFUND) {
    changeWallet(deps, set, userId, (wallet) => freezeAfterDispute(wallet, deps.clock.now()));
    putWithWork(deps, set, lost);
  }
  deps.outbox.record(set, chargebackClosed, { ...factsOf(lost), status: "LOST" });
}

/** Loads the wallet of a fan with other documents and, when its user has left, the unclaimed money. */
export async function loadPurse(set: WorkingSet, userId: string, others: Parameters<WorkingSet["load"]>[0]): Promise<void> {
  await set.load([...others, walletOf(userId, "FAN")]);
  const { closedFor } = set.get(walletOf(userId, "FAN")) ?? {};
  if (closedFor !== undefined) await set.load([openUnclaimedOf(closedFor)]);
}

/** Takes what the closed wallet of a former user lacks from the unclaimed money; undefined when there is none. The set has loaded both. */
function takeUnclaimed(set: WorkingSet, userId: string, amount: Money): Chargeback["fromUnclaimed"] {
  const { balance = 0n, closedFor: requestId } = set.get(walletOf(userId, "FAN")) ?? {};
  if (requestId === undefined) return undefined;
  const open = set.get(openUnclaimedOf(requestId));
  const missing = balance > 0n ? amount - balance : amount;
  const taken = open && missing > 0n ? smallerOf(open.amount, missing) : 0n;
  if (!open || taken === 0n) return undefined;
  set.put(openUnclaimedOf(requestId), takeBack(open, taken));
  return { requestId, amount: taken };
}

async function returnUnclaimed(
  { unclaimed, pseudonymKey }: ChargebackDeps,
  set: WorkingSet,
  userId: string,
  { requestId, amount }: NonNullable<Chargeback["fromUnclaimed"]>,
): Promise<void> {
  await set.load([openUnclaimedOf(requestId)]);
  unclaimed.giveBack(set, { userId, requestId, codeHash: claimHash(pseudonymKey, requestId) }, amount);
}

/** What a chargeback takes from the wallet itself. */
const ownPart = ({ amount, fromUnclaimed }: Chargeback): Money => amount - (fromUnclaimed?.amount ?? 0n);

/** Entries that move a chargeback to the provider: out of the wallet, and out of the unclaimed money of a former user. */
function entriesOf(chargeback: Chargeback): Entry[] {
  const { userId, fromUnclaimed } = chargeback;
  return [
    ...transferEntries(ownPart(chargeback), accountOf(userId, "FAN"), PROVIDER_ACCOUNT),
    ...(fromUnclaimed ? transferEntries(fromUnclaimed.amount, unclaimedAccount(fromUnclaimed.requestId), PROVIDER_ACCOUNT) : []),
  ];
}

interface Booking {
  readonly kind: "CHARGEBACK" | "CHARGEBACK_RETURN";
  readonly entries: Entry[];
  readonly change: (wallet: Wallet) => Wallet;
}

/** What was refunded before is not taken again, so there may be nothing to book. */
function bookOn(deps: ChargebackDeps, set: WorkingSet, { _id: id, userId, amount }: Chargeback, { change, ...posting }: Booking): void {
  if (amount === 0n) return;
  bookCredit(deps, set, { ...posting, reference: { type: "chargeback", id }, wallet: { userId, kind: "FAN" } }, change);
}

/** Two steps of the disputes of a fan never happen at once, even those that change nothing else that both read. */
export function countStep(deps: ChargebackDeps, set: WorkingSet, userId: string): void {
  changeWallet(deps, set, userId, (wallet) => ({ ...wallet, disputeSteps: (wallet.disputeSteps ?? 0) + 1 }));
}

function changeWallet({ wallets }: ChargebackDeps, set: WorkingSet, userId: string, change: (wallet: Wallet) => Wallet): void {
  const key = walletOf(userId, "FAN");
  set.put(key, change(set.get(key) ?? wallets.newWallet(userId, "FAN")));
}

/** The job goes on with messages and earnings. */
function putWithWork({ clock, chargebacks }: ChargebackDeps, set: WorkingSet, chargeback: Chargeback): void {
  set.put(chargebackFrom(chargeback.source), { ...chargeback, workAt: clock.now() });
  chargebacks.noteWork(set);
}

function requireTopUp(set: WorkingSet, topupId: string): TopUp {
  const topUp = set.get(topUpOf(topupId));
  if (!topUp) throw new Error(`top-up ${topupId} is gone`);
  return topUp;
}

export const factsOf = ({ _id: chargebackId, userId, topupId, amount, currency, reason }: Chargeback) => ({
  chargebackId,
  userId,
  topupId,
  amount: formatMoney(amount),
  currency,
  reason,
});
