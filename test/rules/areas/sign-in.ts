import { completeOAuth } from "#libs/contracts/account/index.ts";
import type { Area } from "../area.ts";

export const signIn: Area = {
  title: "Sign-in",
  sections: [],
  groups: [
    {
      contracts: [completeOAuth],
      code: ["oauth/oidc.ts"],
      rules: {
        "SGN-17":
          "An ID token without nonce is refused and the log says so, unless the operator requires none; a wrong one is always refused.",
      },
    },
  ],
  unused: [
    "SGN-01",
    "SGN-02",
    "SGN-03",
    "SGN-04",
    "SGN-05",
    "SGN-06",
    "SGN-07",
    "SGN-08",
    "SGN-09",
    "SGN-10",
    "SGN-11",
    "SGN-12",
    "SGN-13",
    "SGN-14",
    "SGN-15",
    "SGN-16",
  ],
};
