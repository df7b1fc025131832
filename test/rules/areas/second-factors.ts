import type { Area } from "../area.ts";

export const secondFactors: Area = {
  title: "Second factors",
  sections: [],
  groups: [
    {
      code: ["challenges.ts", "challenge.store.ts"],
      rules: {
        "MFA-07": "A challenge ends after five minutes, by five answers, with a changed password, and opens nothing at another door.",
      },
    },
  ],
  unused: ["MFA-01", "MFA-02", "MFA-03", "MFA-04", "MFA-05", "MFA-06"],
};
