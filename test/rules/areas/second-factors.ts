import { resetPassword } from "#libs/contracts/account/index.ts";
import type { Area } from "../area.ts";

export const secondFactors: Area = {
  title: "People: second factors",
  sections: [],
  groups: [
    {
      contracts: [resetPassword],
      code: ["credential.store.ts", "sign-in/create-admin.ts"],
      rules: {
        "MFA-19":
          "A reset verifies the address: a stranger who registered it loses sessions and password; until then the account adds no money.",
      },
    },
  ],
  unused: [
    "MFA-01",
    "MFA-02",
    "MFA-03",
    "MFA-04",
    "MFA-05",
    "MFA-06",
    "MFA-07",
    "MFA-08",
    "MFA-09",
    "MFA-10",
    "MFA-11",
    "MFA-12",
    "MFA-13",
    "MFA-14",
    "MFA-15",
    "MFA-16",
    "MFA-17",
    "MFA-18",
    "MFA-20",
    "MFA-21",
  ],
};
