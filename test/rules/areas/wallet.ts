import {
  approveAdjustment,
  approvePayout,
  confirmTopUp,
  createTopUp,
  decideSandboxPayment,
  failPayout,
  getTopUp,
  getTrialBalance,
  getWallet,
  listTopUps,
  listWalletTransactions,
  proposeAdjustment,
  requestPayout,
  setWalletFrozen,
} from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const wallet: Area = {
  title: "Wallet, top-ups, payouts and the books",
  sections: ["2.6", "3.4"],
  groups: [
    {
      contracts: [getWallet],
      code: ["wallet/domain/wallet.ts"],
      rules: {
        "PAY-01": "Every user has a FAN wallet, made once, with a decimal balance, its currency, what is held and whether it is frozen.",
      },
    },
    {
      contracts: [listWalletTransactions],
      code: ["ledger.store.ts"],
      rules: {
        "PAY-02":
          "A user lists their own movements, newest first; the balance after each is the sum of all up to it, and a held price says what has become of it.",
      },
    },
    {
      contracts: [createTopUp, listTopUps, getTopUp, confirmTopUp, decideSandboxPayment],
      code: ["top-up.ts", "top-ups/settle-top-up.ts", "top-up-provider.ts"],
      rules: {
        "PAY-03":
          "A top-up needs an `Idempotency-Key` (else 400), ends once, and credits the wallet exactly once, however often it is confirmed.",
      },
    },
    {
      contracts: [requestPayout],
      code: ["domain/payout.ts"],
      rules: {
        "PAY-04":
          "A payout is for a creator whose identity check is APPROVED (else 403), of at least `payment.min_payout` and at most what was earned (else 400).",
      },
    },
    {
      contracts: [approvePayout, failPayout],
      code: ["pay-out.ts", "finish-payouts.ts", "domain/payout.ts"],
      rules: {
        "PAY-05":
          "A payout goes from REQUESTED via PROCESSING to PAID, or to FAILED, which returns the money; its end is published and counts once.",
      },
    },
    {
      contracts: [getTrialBalance, proposeAdjustment, approveAdjustment],
      code: ["ledger.ts", "ledger.store.ts"],
      rules: {
        "PAY-06":
          "The trial balance lists every account, by page, and adds up to 0; an adjustment is booked only after a second administrator has approved it.",
      },
    },
    {
      contracts: [setWalletFrozen],
      code: ["wallet/domain/wallet.ts"],
      rules: {
        "PAY-07":
          "A frozen wallet pays nothing and still takes refunds; freezing and unfreezing are audited, and administrators cannot do it to their own wallet.",
      },
    },
  ],
};
