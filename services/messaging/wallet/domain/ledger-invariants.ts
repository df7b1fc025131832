import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import type { EscrowStatus, LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { LedgerInvariant } from "#libs/contracts/wallet/ledger-audit.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Chain } from "./chain.ts";
import type { Escrow } from "./escrow.ts";
import { accountOf, ESCROW_ACCOUNT, FEES_ACCOUNT, type Posting, splitPrice } from "./ledger.ts";
import { checkEntries, checkEqual, type ExpectedEntry, type Violation, violation } from "./violation.ts";
import type { Wallet } from "./wallet.ts";

/** The fields of a message that concern money. */
export interface MessageMoney {
  readonly messageId: string;
  readonly status: MessageStatus;
  /** Minor units; null for a free message. */
  readonly priceSnapshot: Money | null;
  readonly commissionRate: number;
}

/**
 * Compares a wallet with the chain of its account.
 * @param held sum of the open escrows of the owner, in minor units; null: it is not compared
 */
export function checkWallet(wallet: Wallet, { balance, sequence, lastDebit, earned }: Chain, held: Money | null): Violation[] {
  const account = accountOf(wallet.userId, wallet.kind);
  const rows = [{ collection: "wallets", id: wallet._id }];
  const violations = [
    ...checkEqual("M1", `balance of ${account}`, wallet.balance, balance, rows),
    ...checkEqual("M1", `held by ${account}`, wallet.held, held ?? wallet.held, rows),
    ...checkEqual("M1", `earned by ${account}`, wallet.earned, earned, rows),
    ...checkEqual("M2", `movements of ${account}`, BigInt(sequence), BigInt(wallet.sequence), rows),
  ];
  if (wallet.balance < 0n) violations.push(violation("M3", account, `balance is ${wallet.balance}`, wallet.balance, rows));
  if (wallet.frozenAtSequence !== null && lastDebit > wallet.frozenAtSequence) {
    violations.push(violation("M3", account, "debited while frozen", 1n, rows));
  }
  return violations;
}

export const KINDS_OF_ESCROW = {
  HELD: ["HOLD"],
  RELEASED: ["HOLD", "RELEASE"],
  REFUNDED: ["HOLD", "REFUND"],
} as const satisfies Record<EscrowStatus, readonly LedgerKind[]>;

const INVARIANT_OF = { HELD: "M4", RELEASED: "M5", REFUNDED: "M6" } as const satisfies Record<EscrowStatus, LedgerInvariant>;

/** @param postings every ledger transaction of the escrow's message */
export function checkEscrow(escrow: Escrow, postings: readonly Posting[]): Violation[] {
  const invariant = INVARIANT_OF[escrow.status];
  const subject = `escrow of message ${escrow.messageId}`;
  const rows = [{ collection: "escrows", id: escrow._id }];
  const kinds = postings.map(({ kind }) => kind).sort();
  const expected = KINDS_OF_ESCROW[escrow.status];
  if (kinds.join() !== expected.join())
    return [violation(invariant, subject, `${escrow.status} with ${kinds.join() || "nothing"} in the ledger`, escrow.amount, rows)];
  const { net, commission } = splitPrice(escrow.amount, escrow.commissionRate);
  const creator = accountOf(escrow.creatorId, "CREATOR");
  const fan = accountOf(escrow.fanId, "FAN");
  return postings.flatMap((posting) => {
    const sign = posting.kind === "HOLD" ? 1n : -1n;
    const target: ExpectedEntry[] =
      posting.kind === "RELEASE"
        ? [
            [creator, net],
            [FEES_ACCOUNT, commission],
          ]
        : [[fan, -sign * escrow.amount]];
    return checkEntries({ invariant, subject, rows }, posting, [[ESCROW_ACCOUNT, sign * escrow.amount], ...target]);
  });
}

const ESCROW_STATUS_OF = {
  ESCROWED: "HELD",
  QUARANTINED: "HELD",
  DELIVERED: null,
  REPLIED: "RELEASED",
  COMPLETED: "RELEASED",
  EXPIRED: "REFUNDED",
  REJECTED: "REFUNDED",
} as const satisfies Record<MessageStatus, EscrowStatus | null>;

/** A paid message has an escrow in the matching status, with the same price and commission rate. A free message has none. */
export function checkMessage(message: MessageMoney, escrow: Escrow | undefined): Violation[] {
  const { messageId, status, priceSnapshot, commissionRate } = message;
  const expected = priceSnapshot === null ? null : ESCROW_STATUS_OF[status];
  const invariant = expected ? INVARIANT_OF[expected] : "M4";
  const subject = `message ${messageId}`;
  const rows = [{ collection: "messages", id: messageId }, ...(escrow ? [{ collection: "escrows", id: escrow._id }] : [])];
  if (priceSnapshot !== null && expected === null) return [violation("M4", subject, `paid, but ${status}`, priceSnapshot, rows)];
  if ((escrow?.status ?? null) !== expected) {
    const detail = `${status} with escrow ${escrow?.status ?? "absent"}`;
    return [violation(invariant, subject, detail, priceSnapshot ?? escrow?.amount, rows)];
  }
  if (!escrow || priceSnapshot === null) return [];
  const sameRate = escrow.commissionRate === commissionRate;
  const rateViolations = sameRate ? [] : [violation("M5", subject, "another commission rate than its escrow", 1n, rows)];
  return [...checkEqual(invariant, `escrow of ${subject}`, escrow.amount, priceSnapshot, rows), ...rateViolations];
}
