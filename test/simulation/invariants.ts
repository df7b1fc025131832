import type { OutboxRow } from "#libs/platform/events/outbox-rows.ts";
import type { MessageDoc } from "#services/messaging/data/message.model.ts";
import type { LedgerDoc } from "#services/messaging/wallet/data/ledger.model.ts";
import type { Escrow } from "#services/messaging/wallet/domain/escrow.ts";
import { OPEN_PAYOUT_STATUSES, type Payout } from "#services/messaging/wallet/domain/payout.ts";
import type { TopUp } from "#services/messaging/wallet/domain/top-up.ts";
import type { Wallet } from "#services/messaging/wallet/domain/wallet.ts";
import { derivedMatches } from "./derived.ts";
import { creatorOnce, deletionWhole } from "./people-invariants.ts";
import { chargedBack, paidOnce, paidOnly, refundCovered } from "./provider.ts";
import { COUNTED } from "./replica.ts";
import { givenBack, twoPeople } from "./staff.ts";
import type { Change, Store } from "./store.ts";
import { type AnsweredVisit, answerOwn } from "./visits.ts";

export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

type Check = (state: State) => string | null;

export interface State {
  readonly messaging: Store;
  readonly counting: Store;
  readonly account: Store;
  readonly creator: Store;
  readonly analytics: Store;
  /** The answers that visitors received. */
  readonly answered: readonly AnsweredVisit[];
  /** The current instant, after all processes had time to finish. */
  readonly now: number;
  /** Deliveries that were given up. */
  readonly dead: readonly string[];
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const some = <T>(items: readonly T[], describe: (item: T) => string | null): string | null => {
  for (const item of items) {
    const found = describe(item);
    if (found) return found;
  }
  return null;
};
const hasRepeated = (keys: readonly string[]) => keys.find((key, index) => keys.indexOf(key) < index) ?? null;
const accountOf = ({ userId, kind }: Wallet) => `user:${userId}:${kind === "FAN" ? "wallet" : "earnings"}`;
const FREE_PER_DAY = 3;
const FREE_PER_CREATOR = 2;
const ENDS = ["COMPLETED", "EXPIRED", "REJECTED"];
/** A lost dispute of the fan takes an earned price back. */
const ESCROWS_OF: Readonly<Record<string, readonly string[]>> = {
  ESCROWED: ["HELD"],
  COMPLETED: ["RELEASED", "REVERSED"],
  EXPIRED: ["REFUNDED"],
  REJECTED: ["REFUNDED"],
};

/** Must hold after every commit. */
export function violationOf(store: Store, changes: readonly Change[]): Violation | null {
  for (const { table, before, after } of changes) {
    if (table === "wallets" && after && ((after.balance as bigint) < -chargedBack(store, after.userId) || (after.held as bigint) < 0n)) {
      return { invariant: "NO_OVERDRAFT", detail: `wallet of ${after.userId}: ${after.balance}, held ${after.held}` };
    }
    if (table === "messages" && after?.paidOpen) {
      const open = store.select("messages", { senderId: after.senderId, receiverId: after.receiverId, paidOpen: true }, null);
      if (open.length > 1) return { invariant: "ONE_OPEN_PAID", detail: `${after.senderId} to ${after.receiverId}: ${open.length}` };
    }
    if (typeof before?.version === "number" && typeof after?.version === "number" && after.version < before.version) {
      return { invariant: "VERSION_RISES", detail: `${table} ${after._id}: ${after.version} after ${before.version}` };
    }
  }
  const alone = twoPeople(changes);
  return alone === null ? null : { invariant: "TWO_PEOPLE", detail: alone };
}

const splitExact: Check = ({ messaging }) => {
  const prices = new Map(messaging.all<Escrow>("escrows").map((escrow) => [escrow.messageId, escrow]));
  const releases = messaging.all<LedgerDoc>("ledger_transactions").filter(({ kind }) => kind === "RELEASE");
  return some(releases, ({ reference, entries }) => {
    const escrow = prices.get(reference.id);
    if (!escrow) return `release of ${reference.id} without an escrow`;
    // In minor units, with the rate in thousandths; half a unit is rounded in favour of the platform.
    const commission = (escrow.amount * BigInt(Math.round(escrow.commissionRate * 1_000)) * 2n + 1_000n) / 2_000n;
    const booked = entries.find(({ account }) => account === "platform:fees")?.amount ?? 0n;
    return booked === commission ? null : `commission of ${reference.id}: ${booked} instead of ${commission}`;
  });
};

const oneEnd: Check = ({ messaging }) => {
  const ends = messaging.all<{ messageId: string; to: string }>("message_status_logs").filter(({ to }) => ENDS.includes(to));
  const resolved = messaging.all<LedgerDoc>("ledger_transactions").filter(({ kind }) => kind === "RELEASE" || kind === "REFUND");
  const twice = hasRepeated(ends.map(({ messageId }) => messageId)) ?? hasRepeated(resolved.map(({ reference }) => reference.id));
  return twice && `message ${twice} has ended twice`;
};

const effectPerKey: Check = ({ messaging }) => {
  // A purge empties the hash.
  const messages = messaging.all<MessageDoc>("messages").filter(({ requestHash }) => requestHash !== "");
  const sent = hasRepeated(messages.map(({ senderId, requestHash }) => `${senderId} ${requestHash}`));
  const asked = hasRepeated(messaging.all<Payout>("payouts").map(({ userId, idempotencyKey }) => `${userId} ${idempotencyKey}`));
  const toppedUp = hasRepeated(messaging.all<TopUp>("topups").map(({ userId, idempotencyKey }) => `${userId} ${idempotencyKey}`));
  const twice = sent ?? asked ?? toppedUp;
  return twice && `twice: ${twice}`;
};

const quotaExact: Check = ({ messaging }) => {
  const free = messaging.all<MessageDoc>("messages").filter(({ freeDay }) => freeDay);
  const perDay = Map.groupBy(free, ({ senderId, freeDay }) => `${senderId} ${freeDay}`);
  const perCreator = Map.groupBy(free, ({ senderId, receiverId, freeDay }) => `${senderId} ${receiverId} ${freeDay}`);
  const over =
    [...perDay].find(([, { length }]) => length > FREE_PER_DAY) ?? [...perCreator].find(([, { length }]) => length > FREE_PER_CREATOR);
  return over ? `${over[0]}: ${over[1].length} free messages` : null;
};

const leaseEnds: Check = ({ messaging, account, creator, now }) => {
  const rows = [messaging, account, creator]
    .flatMap((store) => store.all<OutboxRow>("outbox"))
    .filter(({ publishedAt }) => publishedAt === null);
  return some(rows, ({ _id, claimedUntil }) =>
    claimedUntil.getTime() > now + 10_000 ? `fact ${_id} is held until ${claimedUntil.toISOString()}` : null,
  );
};

const countedNames = new Set(COUNTED.map(({ name }) => name));
const facts = ({ messaging }: State) => messaging.all<OutboxRow>("outbox").filter(({ event }) => countedNames.has(event));

const factOnce: Check = (state) =>
  some(facts(state), ({ _id, event }) => {
    const times = state.counting.select("applied", { _id }, null)[0]?.times ?? 0;
    const recorded = state.counting.select("inbox", { _id: `counting:${_id}` }, null).length;
    return times === recorded ? null : `${event} ${_id}: recorded ${recorded} times, took effect ${times} times`;
  });

const factDelivered: Check = (state) =>
  state.dead[0] ??
  some(facts(state), ({ _id, event, publishedAt }) => {
    if (publishedAt === null) return `${event} ${_id} is not published`;
    return state.counting.select("inbox", { _id: `counting:${_id}` }, null).length === 1 ? null : `${event} ${_id} is not applied`;
  });

const escrowMatches: Check = ({ messaging }) => {
  const escrows = messaging.all<Escrow>("escrows");
  const held = (fanId: string) =>
    sum(escrows.filter((escrow) => escrow.fanId === fanId && escrow.status === "HELD").map(({ amount }) => amount));
  const paid = messaging.all<MessageDoc>("messages").filter(({ priceSnapshot }) => priceSnapshot !== null);
  return (
    some(paid, ({ _id, status }) => {
      const escrow = escrows.find(({ messageId }) => messageId === _id);
      return escrow && ESCROWS_OF[status]?.includes(escrow.status) ? null : `message ${_id}: ${status}, its escrow ${escrow?.status}`;
    }) ??
    some(escrows, ({ messageId }) => (paid.some(({ _id }) => _id === messageId) ? null : `escrow of ${messageId} without a message`)) ??
    some(messaging.all<Wallet>("wallets"), (wallet) =>
      wallet.kind !== "FAN" || wallet.held === held(wallet.userId)
        ? null
        : `wallet of ${wallet.userId} holds ${wallet.held}, its escrows ${held(wallet.userId)}`,
    )
  );
};

const entriesBalance: Check = ({ messaging }) =>
  some(messaging.all<LedgerDoc>("ledger_transactions"), ({ kind, reference, entries }) => {
    const total = sum(entries.map(({ amount }) => amount));
    return total === 0n ? null : `${kind} of ${reference.id} is out of balance by ${total}`;
  });

const conservation: Check = ({ messaging }) => {
  const ledger = messaging.all<LedgerDoc>("ledger_transactions");
  const booked = (name: string) =>
    sum(ledger.flatMap(({ entries }) => entries.filter(({ account }) => account === name).map(({ amount }) => amount)));
  const open = messaging.all<Payout>("payouts").filter(({ status }) => OPEN_PAYOUT_STATUSES.includes(status));
  const asked = sum(open.map(({ amount }) => amount));
  const toppedUp = messaging.all<TopUp>("topups").filter(({ status }) => status === "SUCCEEDED");
  const credited = new Set(ledger.filter(({ kind }) => kind === "TOPUP").map(({ reference }) => reference.id));
  return (
    some(messaging.all<Wallet>("wallets"), (wallet) => {
      const [account, moves] = [accountOf(wallet), ledger.filter(({ movement }) => movement.account === accountOf(wallet)).length];
      if (booked(account) !== wallet.balance) return `${account}: ${wallet.balance} in the wallet, ${booked(account)} in the ledger`;
      return moves === wallet.sequence ? null : `${account}: ${wallet.sequence} movements, ${moves} in the ledger`;
    }) ??
    (booked("payouts") === asked ? null : `payouts: ${asked} open, ${booked("payouts")} in the ledger`) ??
    some(toppedUp, ({ _id }) => (credited.has(_id) ? null : `top-up ${_id} is not in the ledger`))
  );
};

/** The order matters: a lost event also violates the check that each event is applied once. */
const CHECKS: Readonly<Record<string, Check>> = {
  SPLIT_EXACT: splitExact,
  ONE_END: oneEnd,
  EFFECT_PER_KEY: effectPerKey,
  QUOTA_EXACT: quotaExact,
  LEASE_ENDS: leaseEnds,
  CREATOR_ONCE: creatorOnce,
  DELETION_WHOLE: deletionWhole,
  FACT_ONCE: factOnce,
  FACT_DELIVERED: factDelivered,
  ESCROW_MATCHES: escrowMatches,
  GIVEN_BACK: givenBack,
  PAID_ONLY: paidOnly,
  REFUND_COVERED: refundCovered,
  PAID_ONCE: paidOnce,
  ENTRIES_BALANCE: entriesBalance,
  CONSERVATION: conservation,
  ANSWER_OWN: answerOwn,
  DERIVED_MATCHES: derivedMatches,
};

/** Must hold when all work has ended. */
export function violationAtRest(state: State): Violation | null {
  for (const [invariant, check] of Object.entries(CHECKS)) {
    const detail = check(state);
    if (detail) return { invariant, detail };
  }
  return null;
}
