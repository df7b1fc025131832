import {
  adminLogin,
  askForPasskey,
  cancelEmailChange,
  changeEmail,
  completeOAuth,
  completeOAuthLink,
  confirmEmailChange,
  confirmOAuth,
  getEmailChange,
  listOAuthIdentities,
  login,
  logoutAll,
  refresh,
  register,
  removeOAuthIdentity,
  startOAuth,
  startOAuthLink,
  undoEmailChange,
  verifyEmail,
  verifySecondFactor,
} from "#libs/contracts/account/index.ts";
import { listAcceptances } from "#libs/contracts/content/index.ts";
import type { Area } from "../area.ts";

export const signIn: Area = {
  title: "People: sign-in",
  sections: [],
  groups: [
    {
      contracts: [logoutAll],
      code: ["sign-out-everywhere.tsx"],
      rules: {
        "SGN-03":
          "`POST /auth/logout-all` ends all sessions of a user within two seconds, admin sessions too, and answers how many; `exceptCurrent` keeps this one.",
      },
    },
    {
      contracts: [login, adminLogin, register],
      code: ["sign-in/devices.ts", "lockout.ts"],
      rules: {
        "SGN-07":
          "Failed passwords on a device that knows the user count for that device, all others together, and each door apart: strangers do not lock the owner out.",
        "SGN-18":
          "A login without a second factor takes four commands from a known device, at most six from an unknown one, and no transaction.",
      },
    },
    {
      contracts: [login, adminLogin],
      code: ["report-new-device.ts", "on-session-opened.ts"],
      rules: { "SGN-09": "A sign-in on a new device is told to its user once, in the list and by mail; the first device is not new." },
    },
    {
      contracts: [register, startOAuth, completeOAuth, listAcceptances],
      code: ["terms-consent.ts", "content/events/on-user-registered.ts", "agree-to-terms.tsx"],
      rules: {
        "SGN-10":
          "While terms are published a registration, a first sign-in elsewhere and a new member of the staff need consent; it is listed also after content was away.",
      },
    },
    {
      contracts: [verifyEmail],
      code: ["actions/verify-email.ts", "credential.store.ts"],
      rules: {
        "SGN-20": "The link of a mail, opened in another browser than the one that registered, verifies the address and signs nobody in.",
      },
    },
    {
      contracts: [getEmailChange, changeEmail, cancelEmailChange, confirmEmailChange, undoEmailChange],
      code: ["held/email-change.ts", "held/finish-holds.ts", "held-change.store.ts", "security/email.tsx"],
      rules: {
        "SGN-04": "A request for another address is answered alike for a free, a taken and the own one, and changes nothing by itself.",
        "SGN-05":
          "The old address signs in until the new one is confirmed and the hold is over, at once with a factor that is older; then links mailed before are void. No registration takes a confirmed address.",
        "SGN-06":
          "The link mailed to the old address stops the change, ends the sessions and voids the password; a completed reset stops it too.",
        "SGN-12": "Nothing that waits of an account is left after its purge.",
        "SGN-13": "A newer request replaces an older one, and the link of either mail stops it.",
        "SGN-19": "Address and what waits are seen, changed and stopped by pages.",
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
  unused: ["SGN-08", "SGN-15"],
};
