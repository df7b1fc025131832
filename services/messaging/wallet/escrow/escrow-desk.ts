import { GroupBroken } from "#libs/contract-kit/packing/shared-work.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type EscrowStore, escrowStore } from "../data/escrow.store.ts";
import { type LedgerStore, ledgerStore } from "../data/ledger.store.ts";
import { type WalletStore, walletStore } from "../data/wallet.store.ts";
import { escrowMoves } from "../domain/escrow.ts";
import {
  accountOf,
  ESCROW_ACCOUNT,
  movementOf,
  type Posting,
  type PriceSplit,
  type Reference,
  releaseEntries,
  splitPrice,
  transferEntries,
} from "../domain/ledger.ts";
import type { Wallet } from "../domain/wallet.ts";

export interface EscrowDeps {
  /** The messaging database: money moves in the transaction that changes the message. */
  readonly database: Collections;
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

export interface Hold {
  readonly messageId: string;
  readonly fanId: string;
  readonly creatorUserId: string;
  /** Minor units, more than zero. */
  readonly amount: Money;
  /** Share of the platform, 0-1, as resolved at send time. */
  readonly commissionRate: number;
  /** The message is quarantined: its creator does not see the hold until {@link EscrowDesk.reveal}. */
  readonly concealed?: boolean;
}

export interface FanWalletState {
  readonly exists: boolean;
  readonly frozen: boolean;
  /** Minor units; zero when there is no wallet. */
  readonly balance: Money;
}

/** The money of paid messages (spec 3.4, 4.10): held once, then released or refunded once. */
export interface EscrowDesk {
  /**
   * Moves the price from the fan's wallet into escrow. Throws `payment.escrow.wallet_unavailable` or
   * `payment.escrow.insufficient_balance`, also when a concurrent request has spent the money.
   */
  hold(tx: Tx, hold: Hold): Promise<void>;
  /** As {@link hold} for several messages. Throws {@link GroupBroken} where one of them is to blame. */
  holdAll(tx: Tx, holds: readonly Hold[]): Promise<void>;
  /** Counts the hold among the pending earnings of the creator from now on: the message was delivered. */
  reveal(tx: Tx, messageId: string): Promise<void>;
  /** Pays the creator and the platform. Throws EscrowNotHeld when the hold was resolved before. */
  release(tx: Tx, messageId: string): Promise<PriceSplit>;
  /** As {@link release} for several messages. */
  releaseAll(tx: Tx, messageIds: readonly string[]): Promise<readonly PriceSplit[]>;
  /** Returns the whole price, also to a frozen wallet. Resolves to minor units. Throws EscrowNotHeld when the hold was resolved before. */
  refund(tx: Tx, messageId: string): Promise<Money>;
  /** The fan wallet outside any transaction, for a quote or an early refusal. `hold` decides. */
  walletState(userId: string): Promise<FanWalletState>;
}

/** The message has no open hold: none was made, or it was resolved before. @internal exported for tests */
export class EscrowNotHeld extends Error {
  constructor(messageId: string) {
    super(`no open hold for message ${messageId}`);
    this.name = "EscrowNotHeld";
  }
}

interface Books extends Pick<EscrowDeps, "faults"> {
  readonly wallets: WalletStore;
  readonly ledger: LedgerStore;
  readonly escrows: EscrowStore;
}

export function createEscrowDesk({ database, clock, faults }: EscrowDeps): EscrowDesk {
  const [wallets, ledger, escrows] = [walletStore(database, clock), ledgerStore(database, clock), escrowStore(database, clock)];
  const books = { wallets, ledger, escrows, faults };
  return {
    hold: (tx, hold) => holdOne(books, tx, hold),

    async holdAll(tx, holds) {
      const [only, ...others] = holds;
      return only && others.length === 0 ? holdOne(books, tx, only) : holdSeveral(books, tx, holds);
    },

    reveal: (tx, messageId) => escrows.reveal(tx, messageId),

    async release(tx, messageId) {
      const [split] = await releaseAll(books, tx, [messageId]);
      return split as PriceSplit;
    },

    releaseAll: (tx, messageIds) => releaseAll(books, tx, messageIds),

    async refund(tx, messageId) {
      const escrow = await escrows.move(tx, messageId, escrowMoves.refund);
      if (!escrow) throw new EscrowNotHeld(messageId);
      await faults.hit("wallet.refund.resolved");
      const { fanId, amount } = escrow;
      const wallet = await wallets.returnHeld(tx, fanId, amount);
      if (!wallet) throw heldTooLow([fanId]);
      const entries = transferEntries(amount, ESCROW_ACCOUNT, accountOf(fanId, "FAN"));
      await ledger.append(tx, { kind: "REFUND", reference: message(messageId), entries, movement: movementOf(wallet, amount) });
      return amount;
    },

    async walletState(userId) {
      const wallet = await wallets.find(userId, "FAN");
      return wallet ? { exists: true, frozen: wallet.frozen, balance: wallet.balance } : { exists: false, frozen: false, balance: 0n };
    },
  };
}

async function holdOne(books: Books, tx: Tx, hold: Hold): Promise<void> {
  requireTerms(hold);
  const { fanId, amount } = hold;
  const wallet = await books.wallets.hold(tx, fanId, amount);
  if (!wallet) throw holdRefusal(await books.wallets.find(fanId, "FAN", tx));
  await recordHolds(books, tx, [hold], [wallet]);
}

async function holdSeveral(books: Books, tx: Tx, holds: readonly Hold[]): Promise<void> {
  for (const hold of holds) requireTerms(hold);
  const held = await books.wallets.holdAll(
    tx,
    holds.map(({ fanId: userId, amount }) => ({ userId, amount })),
  );
  const refused = holds[held.indexOf(null)];
  if (refused) throw new GroupBroken(holds.indexOf(refused), holdRefusal(await books.wallets.find(refused.fanId, "FAN", tx)));
  await recordHolds(books, tx, holds, held as readonly Wallet[]);
}

/** @param held the wallet of each after its hold */
async function recordHolds({ escrows, ledger, faults }: Books, tx: Tx, holds: readonly Hold[], held: readonly Wallet[]): Promise<void> {
  await faults.hit("wallet.hold.debited");
  const added = holds.map(({ creatorUserId: creatorId, concealed = false, ...hold }) => ({ ...hold, creatorId, concealed }));
  await escrows.insert(tx, ...added);
  const postings = holds.map(({ messageId, fanId, amount }, index): Posting => {
    const entries = transferEntries(amount, accountOf(fanId, "FAN"), ESCROW_ACCOUNT);
    return { kind: "HOLD", reference: message(messageId), entries, movement: movementOf(held[index] as Wallet, -amount) };
  });
  await ledger.append(tx, ...postings);
}

async function releaseAll(
  { escrows, wallets, ledger, faults }: Books,
  tx: Tx,
  messageIds: readonly string[],
): Promise<readonly PriceSplit[]> {
  const released = (await escrows.moveAll(tx, messageIds, escrowMoves.release)).map((escrow, index) => {
    if (!escrow) throw new EscrowNotHeld(messageIds[index] ?? "");
    return { ...escrow, split: splitPrice(escrow.amount, escrow.commissionRate) };
  });
  await faults.hit("wallet.release.resolved");
  const held = released.map(({ fanId: userId, amount }) => ({ userId, amount }));
  if (!(await wallets.spendHeld(tx, held))) throw heldTooLow(released.map(({ fanId }) => fanId));
  const earnings = await wallets.creditEarnings(
    tx,
    released.map(({ creatorId: userId, split }) => ({ userId, amount: split.net })),
  );
  const postings = released.map(({ messageId, creatorId, split }, index): Posting => {
    const entries = releaseEntries(split, accountOf(creatorId, "CREATOR"));
    const movement = movementOf(earnings[index] as Wallet, split.net);
    return { kind: "RELEASE", reference: message(messageId), entries, movement };
  });
  await ledger.append(tx, ...postings);
  return released.map(({ split }) => split);
}

function requireTerms({ amount, commissionRate }: Hold): void {
  if (amount <= 0n) throw new Error("a hold needs an amount above zero");
  if (!(commissionRate >= 0 && commissionRate <= 1)) throw new Error("a commission rate lies between 0 and 1");
}

function message(id: string): Reference {
  return { type: "message", id };
}

/** Why the conditional update of a hold has changed no wallet (spec 4.10: the last two checks, in their order). */
function holdRefusal(wallet: Wallet | null): AppError {
  return new AppError(!wallet || wallet.frozen ? "payment.escrow.wallet_unavailable" : "payment.escrow.insufficient_balance");
}

function heldTooLow(fanIds: readonly string[]): Error {
  return new Error(`a wallet of ${fanIds.join(", ")} holds less than its escrow`);
}
