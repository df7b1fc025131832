import { formatMoney, type Money } from "#libs/kernel/money.ts";
import { type Chargeback, hasMoney } from "./chargeback.ts";
import { netOf, reversedOf } from "./earning-reversal.ts";
import type { Escrow } from "./escrow.ts";
import type { InHold } from "./in-hold.ts";
import { sumOf } from "./ledger.ts";
import type { Refund } from "./refund.ts";
import type { TopUp } from "./top-up.ts";
import { checkEqual, type Violation, violation } from "./violation.ts";

/** What a refund, or a chargeback, counts against its top-up. */
export const countsAsRefunded = ({ status, amount }: Refund): Money => (status === "FAILED" ? 0n : amount);
export const countsAsDisputed = (chargeback: Chargeback): Money => (hasMoney(chargeback) ? chargeback.amount : 0n);

/** What went back of a top-up, and what is disputed, are the sums of its rows, and together no more than what came in. */
export function checkWentBack({ _id, amount, refunded = 0n, disputed = 0n }: TopUp, refunds: Money, chargebacks: Money): Violation[] {
  const subject = `top-up ${_id}`;
  const rows = [{ collection: "topups", id: _id }];
  const over = refunded + disputed - amount;
  return [
    ...checkEqual("M10", `refunded of ${subject}`, refunded, refunds, rows),
    ...checkEqual("M10", `disputed of ${subject}`, disputed, chargebacks, rows),
    ...(over > 0n ? [violation("M10", subject, `${formatMoney(over)} more went back than came in`, over, rows)] : []),
  ];
}

/** What went back of a price is the sum of its reversals, at most the price, and all of it when the escrow says so. */
export function checkReversed(escrow: Escrow, reversals: Money): Violation[] {
  const subject = `escrow of message ${escrow.messageId}`;
  const rows = [{ collection: "escrows", id: escrow._id }];
  const reversed = reversedOf(escrow);
  const isWhole = reversed === escrow.amount;
  const fits = escrow.status === "REVERSED" ? isWhole : reversed === 0n || (escrow.status === "RELEASED" && reversed < escrow.amount);
  return [
    ...checkEqual("M10", `reversed of ${subject}`, reversed, reversals, rows),
    ...(fits
      ? []
      : [
          violation(
            "M10",
            subject,
            `${escrow.status} with ${formatMoney(reversed)} of ${formatMoney(escrow.amount)} reversed`,
            reversed,
            rows,
          ),
        ]),
  ];
}

/** What is left of the earnings of some answers, by the day from which it can be paid out. */
export function netByDay(escrows: readonly Escrow[]): InHold {
  const days = Map.groupBy(escrows, ({ availableOn = "" }) => availableOn);
  return Object.fromEntries([...days].map(([day, own]) => [day, sumOf(own.map(netOf))]));
}

/** The part of a creator's earnings that this escrow keeps from being paid out because of a dispute. */
export const stoppedNetOf = (escrow: Escrow): Money => (escrow.stopped ? netOf(escrow) : 0n);
