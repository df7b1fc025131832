import {
  chargebackClosed,
  chargebackOpened,
  createRefund,
  listAdminRefunds,
  listChargebacks,
  listRefunds,
  refundWallet,
  writeOffChargeback,
} from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const payments: Area = {
  title: "Money in and out, and its provider",
  sections: [],
  groups: [
    {
      code: ["payment/callback-signature.ts", "payment/checked-payment.ts"],
      rules: {
        "PMT-06": "A callback counts only when one of the secrets signs its exact bytes, and the signature is at most 300 seconds off.",
      },
    },
    {
      contracts: [createRefund, listRefunds, refundWallet, listAdminRefunds],
      code: ["domain/refund.ts", "send-to-source.ts", "settle-refund.ts", "finish-refunds.ts"],
      rules: {
        "PMT-13": "Unspent money goes back to where it came from, to the newest top-up first; without an amount all of it.",
        "PMT-14":
          "Never more goes back than came in and is not held, else 400 `payment.refund.exceeds_refundable`; too often is 400 `payment.refund.limit`.",
        "PMT-15": "A refund that fails, however late, is told; its money is in the wallet again, and its top-up takes no further one.",
      },
    },
    {
      contracts: [listChargebacks, writeOffChargeback, chargebackOpened, chargebackClosed],
      code: ["domain/chargeback.ts", "book-chargeback.ts", "record-dispute.ts", "on-chargeback-opened.ts", "recover-debt.ts"],
      rules: {
        "PMT-16": "A dispute takes its payment once and freezes the wallet; a dispute that is won gives both back.",
        "PMT-17": "A dispute closes the open paid messages of the fan, whose prices pay for it before anything else does.",
        "PMT-18": "Earnings in hold from answers to the fan are stopped, and go back with their fee when the dispute is lost.",
        "PMT-19": "Earnings that are no longer in hold are not touched: the wallet is below zero, and two people write it off.",
        "PMT-22": "A payment that is refunded and disputed goes back once: when the refund fails, the chargeback has it.",
      },
    },
  ],
  unused: [
    ...(["PMT-01", "PMT-02", "PMT-03", "PMT-04", "PMT-05", "PMT-07", "PMT-08", "PMT-09", "PMT-10"] as const),
    ...(["PMT-11", "PMT-12"] as const),
    ...(["PMT-20", "PMT-21", "PMT-23", "PMT-24", "PMT-25", "PMT-26", "PMT-27"] as const),
  ],
};
