import { userDeletionRequested } from "#libs/contracts/account/index.ts";
import {
  claimMoney,
  closeMoney,
  getClosing,
  listUnclaimed,
  rejectSettlement,
  settleUnclaimed,
  walletClosing,
} from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const moneyOfLeavers: Area = {
  title: "Money of people who leave",
  sections: [],
  unused: ["LVR-04"],
  groups: [
    {
      contracts: [getClosing, userDeletionRequested, walletClosing],
      code: ["leaving/closing-sums.ts"],
      rules: {
        "LVR-01":
          "Each sum of a person who leaves is named before and during the deletion; one notice comes, and none when nothing is left.",
      },
    },
    {
      contracts: [closeMoney],
      code: ["gdpr/close-money.ts", "actions/close-money.ts", "refunds/send-to-source.ts"],
      rules: {
        "LVR-02": "Before an account is purged, its balance goes back to where it came from; a cancelled deletion moves nothing.",
      },
    },
    {
      contracts: [claimMoney, listUnclaimed, settleUnclaimed, rejectSettlement],
      code: ["domain/unclaimed.ts", "leaving/leave-unclaimed.ts"],
      rules: {
        "LVR-03": "The rest is unclaimed: the code of the last mail claims it, and it moves once, after two members of staff decided.",
        "LVR-09":
          "A decision that waits for the second person is withdrawn by the first or refused by a colleague, with a reason; then both ask anew.",
      },
    },
    {
      contracts: [closeMoney],
      code: ["leaving/sweep-closed-wallets.ts"],
      rules: {
        "LVR-05": "Money that reaches the wallet of a deleted account is unclaimed too, under the same code.",
      },
    },
    {
      contracts: [closeMoney],
      code: ["leaving/last-payout.ts"],
      rules: {
        "LVR-06":
          "Available earnings become a last payout without a minimum if identity, standing and a method allow it; else they are unclaimed.",
        "LVR-08": "The earnings of a banned creator are unclaimed at the purge, without a payout.",
      },
    },
    {
      contracts: [closeMoney],
      code: ["wallet/personal-data.ts"],
      rules: {
        "LVR-07":
          "An export has unclaimed money; the purge takes payout methods, cards, also of later payments, and the label of the last payout once ended.",
      },
    },
  ],
};
