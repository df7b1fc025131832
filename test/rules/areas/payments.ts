import {
  cancelTopUp,
  chargebackClosed,
  chargebackOpened,
  confirmTopUp,
  createRefund,
  createTopUp,
  listAdminRefunds,
  listChargebacks,
  listRefunds,
  receivePaymentCallback,
  refundWallet,
  rejectWriteOff,
  resolveTopUp,
  settleRefund,
  settleTopUp,
  writeOffChargeback,
} from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const payments: Area = {
  title: "Money in and out, and its provider",
  sections: [],
  groups: [
    {
      contracts: [createRefund, listRefunds, refundWallet, listAdminRefunds, settleRefund],
      code: ["domain/refund.ts", "send-to-source.ts", "refunds/settle-refund.ts", "finish-refunds.ts", "settle-by-hand.ts"],
      rules: {
        "PMT-13": "Unspent money goes back to where it came from, to the newest top-up first; without an amount all of it.",
        "PMT-14":
          "Never more goes back than came in and is not held, else 400 `payment.refund.exceeds_refundable`; too often is 400 `payment.refund.limit`.",
        "PMT-15":
          "A refund that fails, however late, is told; its money is in the wallet again, and its top-up takes no further one. Two settle one whose provider is gone.",
      },
    },
    {
      contracts: [listChargebacks, writeOffChargeback, rejectWriteOff, chargebackOpened, chargebackClosed],
      code: ["domain/chargeback.ts", "book-chargeback.ts", "record-dispute.ts", "on-chargeback-opened.ts", "recover-debt.ts"],
      rules: {
        "PMT-16": "A dispute takes its payment once and freezes the wallet; a dispute that is won gives both back.",
        "PMT-17": "A dispute closes the open paid messages of the fan, whose prices pay for it before anything else does.",
        "PMT-18": "Earnings in hold from answers to the fan are stopped, and go back with their fee when the dispute is lost.",
        "PMT-19": "Earnings that are no longer in hold are not touched: the wallet is below zero, and two people write it off.",
        "PMT-22": "A payment that is refunded and disputed goes back once, after the purge from unclaimed money, then as a loss.",
      },
    },
    {
      contracts: [createTopUp],
      code: ["top-ups/start-top-up.ts", "domain/top-up.ts", "domain/top-up-limits.ts"],
      rules: {
        "PMT-01": "A top-up begins as PENDING with what its payer has to do; another currency is 400 `payment.topup.currency_unsupported`.",
        "PMT-10":
          "A start without answer is 503 `payment.topup.provider_unavailable`; repeated by key or job it has one charge, and none after its end.",
        "PMT-23":
          "Sums of a day, of 30 days and the balance have maxima: 400 `payment.topup.limit`; ten failures in a day are 403 `payment.topup.blocked`.",
      },
    },
    {
      contracts: [confirmTopUp, cancelTopUp],
      code: ["top-ups/settle-top-up.ts", "top-ups/finish-top-ups.ts"],
      rules: {
        "PMT-02": "Money that was paid is credited once, also when no browser comes back: a job asks the provider.",
        "PMT-03": "A top-up that is not paid by its end is CANCELLED as EXPIRED, and credited if it is paid later.",
        "PMT-04": "The payer cancels a pending top-up; one that was paid meanwhile is credited and stays so.",
        "PMT-05": "However many callbacks, confirmations and jobs meet, a top-up is credited once.",
      },
    },
    {
      contracts: [receivePaymentCallback],
      code: ["payment/callback-signature.ts", "payment/checked-payment.ts", "changes/receive-change.ts", "changes/handle-change.ts"],
      rules: {
        "PMT-06":
          "A callback counts only when one of the secrets signs its exact bytes within 300 seconds, else it is 400 `payment.callback.error.signature`.",
        "PMT-07": "A callback is a hint: it credits nothing while the provider itself says PENDING.",
        "PMT-08": "Callbacks in disorder, of unknown types and about unknown charges are 200 and change nothing.",
        "PMT-21": "What a callback did not say is learnt within an hour; while PAYMENTS is off nothing is credited, and afterwards it is.",
      },
    },
    {
      contracts: [resolveTopUp, settleTopUp],
      code: ["top-ups/return-top-up.ts"],
      rules: {
        "PMT-09":
          "A payment of another sum or currency credits nothing until staff credit what came or send it back; a second decision is 409. Two settle a return whose provider is gone.",
      },
    },
    {
      code: [
        "app/money/top-up.tsx",
        "app/money/wallet.tsx",
        "app/money/send-back.tsx",
        "app/money/claim.tsx",
        "closing/closing-sums.ts",
        "staff/money/top-up-case.tsx",
      ],
      rules: {
        "PMT-24":
          "A receipt has a number, the sum of the ledger, what has gone back since, and the operator's tax number; the journal sums to 0.00.",
        "PMT-27":
          "The pages say truthfully what became of a payment, a refund, a debt and money left behind; the second of two people sees the first.",
      },
    },
    {
      code: ["checkout/checkout.ts", "checkout/charges.ts", "providers/guarded-request.ts"],
      rules: {
        "PMT-11": "A real provider opens one payment page for an id and learns no name or address; no answer or log names its vendor.",
        "PMT-12": "A signed callback credits what the real provider says was paid; in production its slot is off with a secret for trials.",
      },
    },
    {
      code: ["ledger/book.ts", "payouts/pay-out.ts", "refunds/finish-refunds.ts"],
      rules: {
        "PMT-25": "A process that is killed at any step of a payment leaves books that balance; another one ends what it began.",
      },
    },
    {
      code: ["money-back-invariants.ts", "audit/documents.ts"],
      rules: {
        "PMT-26":
          "In any order of payments, refunds, disputes, payouts and deaths of processes, only what was paid is credited, and nothing goes out twice.",
        "PMT-20": "After any steps the books add up to zero, and no top-up and no price gave back more than it had brought.",
      },
    },
  ],
  unused: [],
};
