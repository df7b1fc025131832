import {
  addPasskey,
  adminAskForPasskey,
  adminLogin,
  adminVerifySecondFactor,
  askForPasskey,
  cancelFactorReset,
  confirmTotp,
  getSecondFactors,
  login,
  removeSecondFactor,
  renewRecoveryCodes,
  requestFactorReset,
  resetPassword,
  startPasskey,
  startTotp,
  undoSecondFactor,
  verifySecondFactor,
} from "#libs/contracts/account/index.ts";
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
    {
      contracts: [adminLogin, startTotp, removeSecondFactor],
      code: ["sign-in/enrolment.ts", "authentication/authorize.ts", "keys/require-access.ts"],
      rules: {
        "MFA-14":
          "With `auth.admin_mfa_required` the administration is open to sessions with a second factor only; routes of users stay open.",
        "MFA-15": "Only a session with a second factor can require one; then the last factor of a member of the staff stays.",
        "MFA-20":
          "The first factor of staff wants a mailbox that was proven within a day, and super admins hear of it; fans and further factors do not.",
      },
    },
    {
      contracts: [startTotp, confirmTotp, getSecondFactors],
      code: ["crypto/totp.ts", "change-factors.ts"],
      rules: {
        "MFA-01": "An authenticator counts once a right code has confirmed it; until then a login is as before.",
        "MFA-02":
          "The first factor ends all other sessions and brings ten recovery codes, shown once; a right password then gets a challenge and no token.",
      },
    },
    {
      contracts: [login, verifySecondFactor, adminVerifySecondFactor],
      code: ["sign-in/second-factor.ts", "finish-sign-in.ts"],
      rules: {
        "MFA-03": "The second step signs in, and the access token names both proofs.",
        "MFA-04": "A wrong password gets one answer, whether the account has a second factor, has none or does not exist.",
        "MFA-05": "A code of an authenticator signs in once, and no earlier one afterwards.",
        "MFA-06": "A code passes for the step before and the step after its own, and for no other.",
        "MFA-08":
          "After ten wrong codes in 15 minutes an account gets 429 `error.throttled`; only its password can bring that about, and a completed reset ends it.",
      },
    },
    {
      contracts: [startPasskey, addPasskey, askForPasskey, adminAskForPasskey],
      code: ["sign-in/passkeys.ts", "add-factor.ts"],
      rules: {
        "MFA-09": "A passkey is added for this site by a verified user, with a challenge of its session; an account has ten at most.",
        "MFA-10": "A passkey is a second step, a step-up and a sign-in alone, at both doors, each with a challenge of its own purpose.",
        "MFA-11": "A passkey signs in for this site and its owner only, by its own key, and its counter never falls.",
      },
    },
    {
      code: ["second-step/passkey-button.tsx", "browser/passkeys.ts"],
      rules: {
        "MFA-21":
          "Pages add a passkey, name it, and use it at both doors, from the field as well, and in a step-up; a bare address names the one to open.",
      },
    },
    {
      code: ["challenges.ts", "challenge.store.ts"],
      rules: {
        "MFA-07": "A challenge ends after five minutes, by five answers, with a changed password, and opens nothing at another door.",
      },
    },
    {
      contracts: [requestFactorReset, cancelFactorReset],
      code: ["held/factor-reset.ts", "drop-factor-reset.ts"],
      rules: {
        "MFA-17":
          "Staff reset lost factors after the hold, unless the link of a mail or a sign-in with a factor stops it; of staff by super admins, of oneself never.",
      },
    },
    {
      contracts: [renewRecoveryCodes, removeSecondFactor, undoSecondFactor, resetPassword],
      code: ["crypto/recovery-codes.ts", "recovery-code.store.ts"],
      rules: {
        "MFA-12": "A recovery code signs in once, and new codes void the older ones; a mail says so of both.",
        "MFA-13": "Without the last factor a login is as before; the link of a mail removes a factor with every session and the password.",
        "MFA-16": "Every way in asks for the second factor; a new password signs nobody in and leaves the factors.",
        "MFA-18": "No secret, code or token can be read in the store; an export has kinds and dates, and a purge leaves nothing.",
      },
    },
  ],
};
