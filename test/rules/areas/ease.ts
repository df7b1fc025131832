import type { Area } from "../area.ts";

export const ease: Area = {
  title: "Ease: what made people stop",
  sections: [],
  unused: [
    "EAS-01",
    "EAS-02",
    "EAS-03",
    "EAS-04",
    "EAS-05",
    "EAS-06",
    "EAS-07",
    "EAS-08",
    "EAS-09",
    "EAS-10",
    "EAS-11",
    "EAS-12",
    "EAS-13",
    "EAS-14",
  ],
  groups: [
    {
      code: ["ui/amount.ts", "parts/amount-field.tsx", "ui/use-wanted-price.ts"],
      rules: {
        "EAS-15": "A price or top-up that is not allowed is refused at its field, with the limits, before anything is created.",
      },
    },
  ],
};
