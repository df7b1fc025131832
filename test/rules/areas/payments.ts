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
  ],
  unused: [
    ...(["PMT-01", "PMT-02", "PMT-03", "PMT-04", "PMT-05", "PMT-07", "PMT-08", "PMT-09", "PMT-10"] as const),
    ...(["PMT-11", "PMT-12", "PMT-13", "PMT-14", "PMT-15", "PMT-16", "PMT-17", "PMT-18", "PMT-19"] as const),
    ...(["PMT-20", "PMT-21", "PMT-22", "PMT-23", "PMT-24", "PMT-25", "PMT-26", "PMT-27"] as const),
  ],
};
