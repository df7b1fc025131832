import { askForPasskey, login, refresh, verifySecondFactor } from "#libs/contracts/account/index.ts";
import type { Area } from "../area.ts";

export const signIn: Area = {
  title: "Sign-in: tokens, sessions, addresses and devices",
  sections: [],
  groups: [
    {
      contracts: [login, refresh],
      code: ["session-end.ts", "crypto/access-tokens.ts"],
      rules: {
        "SGN-01": "An access token names its type, client, and time and methods of the proof; a refresh keeps them.",
        "SGN-02": "A session ends after its idle days, and never later than its absolute age.",
      },
    },
    {
      contracts: [askForPasskey, verifySecondFactor],
      code: ["sign-in/second-factor.ts"],
      rules: { "SGN-14": "No number of wrong passwords keeps the owner of a passkey from signing in with it." },
    },
  ],
  unused: [
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
    "SGN-15",
    "SGN-16",
    "SGN-17",
    "SGN-18",
    "SGN-19",
    "SGN-20",
  ],
};
