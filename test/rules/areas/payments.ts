import { cancelTopUp, confirmTopUp, createTopUp, receivePaymentCallback, resolveTopUp } from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const payments: Area = {
  title: "Money in and out, and its provider",
  sections: [],
  groups: [
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
      contracts: [resolveTopUp],
      code: ["top-ups/return-top-up.ts"],
      rules: {
        "PMT-09":
          "A payment of another sum or currency credits nothing until staff credit what came or send it back; a second decision is 409.",
      },
    },
    {
      code: ["app/money/top-up.tsx", "app/money/top-up-receipt.tsx", "staff/money/top-up-case.tsx"],
      rules: {
        "PMT-24": "The receipt of a top-up has the number and the sum of the ledger, and says what has gone back since.",
        "PMT-27": "The pages say truthfully what became of a payment, lead to it, cancel it, and let staff decide about one in review.",
      },
    },
  ],
  unused: [
    ...(["PMT-11", "PMT-12", "PMT-13", "PMT-14", "PMT-15", "PMT-16", "PMT-17", "PMT-18", "PMT-19"] as const),
    ...(["PMT-20", "PMT-22", "PMT-25", "PMT-26"] as const),
  ],
};
