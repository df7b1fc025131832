import type { Area } from "../area.ts";

export const ease: Area = {
  title: "Steps, words and sums that people meet",
  sections: [],
  groups: [
    {
      code: ["kernel/sums.ts", "contracts/shared.ts"],
      rules: {
        "EAS-06": "A sum in the sentence of a refusal has its currency, in the notation of the reader's locale.",
      },
    },
  ],
  unused: [
    "EAS-01",
    "EAS-02",
    "EAS-03",
    "EAS-04",
    "EAS-05",
    "EAS-07",
    "EAS-08",
    "EAS-09",
    "EAS-10",
    "EAS-11",
    "EAS-12",
    "EAS-13",
    "EAS-14",
    "EAS-15",
    "EAS-16",
    "EAS-17",
    "EAS-18",
    "EAS-19",
    "EAS-20",
    "EAS-21",
    "EAS-22",
  ],
};
