import { listEarnings } from "#libs/contracts/messaging/earnings.ts";
import {
  approvePayout,
  approvePayoutBatch,
  cancelPayout,
  createPayoutMethod,
  earningsHeld,
  earningsReversed,
  freeEarnings,
  getEarnings,
  getPayee,
  getStatement,
  listHeldEarnings,
  payeeChanged,
  refundEscrow,
  rejectEscrowRefund,
  requestPayout,
  settlePayout,
  startPayee,
  withdrawPayoutApproval,
} from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const payouts: Area = {
  title: "Payouts and statements",
  sections: [],
  groups: [
    {
      contracts: [getEarnings, requestPayout],
      code: ["domain/in-hold.ts", "escrow-desk.ts"],
      rules: {
        "PYO-01":
          "Earnings can be paid out `payment.payout_hold_days` days after their answer, by UTC days; a change of the setting moves no earlier date.",
      },
    },
    {
      contracts: [cancelPayout],
      code: ["domain/payout.ts", "pay-out.ts"],
      rules: {
        "PYO-02":
          "A creator cancels a payout that is not on its way, once, and has the money back, else 409 `payout.error.invalid_status`; an approval may win.",
      },
    },
    {
      contracts: [approvePayout, approvePayoutBatch, withdrawPayoutApproval, settlePayout],
      code: ["payouts/approve.ts", "domain/payout.ts", "settlements/settle-by-hand.ts"],
      rules: {
        "PYO-03":
          "From `payment.payout_approval_threshold` in seven days on, two people approve a payout; the same one twice is 403 `payout.error.same_admin`, and the first may withdraw. Two settle one whose provider is gone.",
        "PYO-04":
          "A batch approves up to 200 payouts, each by its own rules, says what became of each, and leaves those that need two people.",
      },
    },
    {
      contracts: [startPayee, getPayee, payeeChanged],
      code: ["payouts/refresh-payee.ts", "domain/payee.ts", "kyc/follow-payee.ts"],
      rules: {
        "PYO-05":
          "A payee follows what the provider says; unless it is ENABLED no payout is requested or approved (403 `payout.error.payee_required`).",
      },
    },
    {
      contracts: [createPayoutMethod, requestPayout, approvePayout],
      code: ["payouts/cooling.ts", "wallet/events/on-user-security-event.ts"],
      rules: {
        "PYO-07":
          "After a changed destination or a reset password no payout is requested, approved or begun for `payment.payout_cooling_hours` (403 `payout.error.cooling`).",
      },
    },
    {
      contracts: [listHeldEarnings, freeEarnings, earningsHeld],
      code: ["reviews/review-answers.ts", "domain/answer-review.ts"],
      rules: {
        "PYO-09":
          "Earnings from a fan with a card, bank account or device of the creator wait `payment.review_hold_days` more, and one person frees them.",
      },
    },
    {
      contracts: [refundEscrow, rejectEscrowRefund, earningsReversed],
      code: ["domain/earning-reversal.ts", "reverse-earning.ts", "two-people.ts"],
      rules: {
        "PYO-11":
          "Two people give an earned price, or a part of it, back while it is in hold; net and fee of the parts add up, else 409 `payment.escrow.not_reversible`.",
      },
    },
    {
      contracts: [getStatement, listEarnings],
      code: ["actions/get-statement.ts", "ledger/list-entries.ts", "payouts/sum-under-way.ts"],
      rules: {
        "PYO-10":
          "The entries of a month are its answers, reversals, corrections and payouts; they add up to the statement, which begins with the last one's end.",
      },
    },
    {
      code: ["checkout/payees.ts", "checkout/pages.ts"],
      rules: {
        "PYO-06": "A transfer or refund whose answer was lost is made once, also after the provider has forgotten its key.",
        "PYO-08": "A transfer without money at the provider waits, is asked about hourly, and is paid once when the money comes.",
      },
    },
  ],
};
