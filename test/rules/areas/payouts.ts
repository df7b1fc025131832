import type { Area } from "../area.ts";

export const payouts: Area = {
  title: "Payouts and statements",
  sections: [],
  groups: [
    {
      code: ["checkout/payees.ts", "checkout/pages.ts"],
      rules: {
        "PYO-06": "A transfer or refund whose answer was lost is made once, also after the provider has forgotten its key.",
        "PYO-08": "A transfer without money at the provider waits, and is paid once when the money comes.",
      },
    },
  ],
  unused: ["PYO-01", "PYO-02", "PYO-03", "PYO-04", "PYO-05", "PYO-07", "PYO-09", "PYO-10", "PYO-11"],
};
