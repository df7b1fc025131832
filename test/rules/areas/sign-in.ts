import {
  completeOAuth,
  completeOAuthLink,
  confirmOAuth,
  listOAuthIdentities,
  login,
  refresh,
  removeOAuthIdentity,
  startOAuthLink,
} from "#libs/contracts/account/index.ts";
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
      contracts: [listOAuthIdentities, startOAuthLink, completeOAuthLink, removeOAuthIdentity],
      code: ["linked-identities.ts", "linked-sign-ins.tsx"],
      rules: {
        "SGN-11":
          "Accounts elsewhere are linked, listed by slot and day, and unlinked; the last way to sign in and an account of another person are 409.",
      },
    },
    {
      contracts: [completeOAuth, confirmOAuth],
      code: ["mailed-code.ts", "identity-of.ts"],
      rules: {
        "SGN-16":
          "Where the provider does not say whether an address is verified, a mailed code that is typed where the sign-in began signs in; where it says no, nothing does.",
      },
    },
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
    "SGN-03",
    "SGN-04",
    "SGN-05",
    "SGN-06",
    "SGN-07",
    "SGN-08",
    "SGN-09",
    "SGN-10",
    "SGN-12",
    "SGN-13",
    "SGN-14",
    "SGN-15",
    "SGN-18",
    "SGN-19",
    "SGN-20",
  ],
};
