import { CURRENCY } from "#libs/contracts/shared.ts";
import { UNCLAIMED_DECISIONS, UNCLAIMED_STATUSES, type UnclaimedDecision } from "#libs/contracts/wallet/leaving.ts";
import type { SyncCheck } from "#libs/errors/refuse.ts";
import { type DocumentOf, date, mark, money, nullable, object, oneOf, optional, text, withDefault } from "#libs/kernel/fields.ts";
import type { Money } from "#libs/kernel/money.ts";
import { hmacBytes, sha256Hex } from "#libs/kernel/secrets.ts";
import { moves } from "#libs/kernel/state-machine.ts";

export const unclaimedFields = {
  _id: text,
  /** The deletion of the account. */
  requestId: text,
  /** The former user. */
  userId: text,
  amount: money,
  /** What chargebacks have taken of it, less what came back; absent: nothing. */
  chargedBack: optional(money),
  currency: withDefault(text, CURRENCY),
  status: oneOf(UNCLAIMED_STATUSES),
  /** True until it has ended; a request has one such row, which takes what comes later. */
  open: mark,
  /** SHA-256 of the code that was mailed. */
  codeHash: text,
  /** The account that gave the code. */
  claimantId: nullable(text),
  claimedAt: nullable(date),
  /** The first of the two people who must decide the same. */
  approval: optional(object({ by: text, at: date, reason: text, decision: oneOf(UNCLAIMED_DECISIONS) })),
  decision: nullable(oneOf(UNCLAIMED_DECISIONS)),
  decidedBy: nullable(text),
  decidedAt: nullable(date),
  openedAt: date,
};

/** Money of a deleted account that had nowhere to go. Amounts are minor units. */
export interface Unclaimed extends DocumentOf<typeof unclaimedFields> {}

export const unclaimedMoves = moves(UNCLAIMED_STATUSES, {
  claim: { from: ["OPEN"], to: "WAITING" },
  CLAIMANT: { from: ["WAITING"], to: "CLAIMED" },
  REFUSE: { from: ["WAITING"], to: "OPEN" },
  OUTSIDE: { from: ["OPEN", "WAITING"], to: "PAID" },
});

/** What is left after a chargeback has taken an amount. What the first of two asked for was another sum, so both ask anew. */
export function takeBack(unclaimed: Unclaimed, amount: Money): Unclaimed {
  const chargedBack = (unclaimed.chargedBack ?? 0n) + amount;
  return { ...unclaimed, amount: unclaimed.amount - amount, chargedBack, approval: undefined };
}

/** What is there after more has come, of which a chargeback has taken a part. The first of two asked for less, so both ask anew. */
export function addTo(unclaimed: Unclaimed, amount: Money, chargedBack: Money = 0n): Unclaimed {
  const taken = chargedBack === 0n ? {} : { chargedBack: (unclaimed.chargedBack ?? 0n) + chargedBack };
  return { ...unclaimed, amount: unclaimed.amount + amount, ...taken, approval: undefined };
}

interface Settlement {
  readonly unclaimed: Unclaimed;
  readonly decision: UnclaimedDecision;
  /** The member of staff who decides. */
  readonly by: string;
}

/** Neither of the two people decides about money of one's own. */
export const settlementChecks: readonly SyncCheck<Settlement>[] = [
  ["payment.error.own_money", ({ unclaimed, by }) => unclaimed.claimantId === by],
  ["payment.unclaimed.invalid_status", ({ unclaimed, decision }) => !mayMove(unclaimed, decision)],
  ["payment.error.same_admin", ({ unclaimed, decision, by }) => isSecond(unclaimed, decision) && unclaimed.approval?.by === by],
];

function mayMove({ status }: Unclaimed, decision: UnclaimedDecision): boolean {
  return unclaimedMoves[decision].from.some((from) => from === status);
}

/** Whether another request for the same decision is recorded. A different decision begins anew. */
export const isSecond = ({ approval }: Unclaimed, decision: UnclaimedDecision): boolean => approval?.decision === decision;

/** Crockford's alphabet: no letter looks like a digit or another letter. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_BYTES = 20;
const GROUP = /.{4}(?=.)/g;

/** The code by which the money of a deletion is claimed: 160 bits that no store holds, in groups of four. */
export function claimCode(key: string, requestId: string): string {
  const bits = [...hmacBytes(key, `claim-code\n${requestId}`).subarray(0, CODE_BYTES)]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("");
  return letters.replace(GROUP, "$&-");
}

/** The hash by which the code is found, however a person has typed it. */
export function claimCodeHash(code: string): string {
  const letters = code.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
  return sha256Hex(letters.replace(/[^0-9A-Z]/g, ""));
}

/** The hash that finds the money of a deletion by its code. */
export const claimHash = (key: string, requestId: string): string => claimCodeHash(claimCode(key, requestId));
