import { earningsReversed, getEarnings, refundEscrow, requestPayout } from "#libs/contracts/wallet/index.ts";
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
      contracts: [refundEscrow, earningsReversed],
      code: ["domain/earning-reversal.ts", "reverse-earning.ts", "two-people.ts"],
      rules: {
        "PYO-11":
          "Two people give an earned price, or a part of it, back while it is in hold; net and fee of the parts add up, else 409 `payment.escrow.not_reversible`.",
      },
    },
  ],
  unused: ["PYO-02", "PYO-03", "PYO-04", "PYO-05", "PYO-06", "PYO-07", "PYO-08", "PYO-09", "PYO-10"],
};
