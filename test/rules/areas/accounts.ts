import {
  forgotPassword,
  getAdmin,
  getCsrfToken,
  getPublicKeys,
  listSessions,
  register,
  resendVerification,
  resetPassword,
  revokeSession,
  updateMe,
  verifyEmail,
} from "#libs/contracts/account/index.ts";
import { upgrade } from "#libs/contracts/creator/upgrade.ts";
import type { Area } from "../area.ts";

export const accounts: Area = {
  title: "Registration, passwords and sessions of a user",
  sections: ["5"],
  groups: [
    {
      contracts: [register],
      code: ["common-passwords.ts", "mail-limit.ts"],
      rules: {
        "REG-01":
          "A registration is 201, also for a known address (409 if `auth.register_reveals_taken` is on); a short or common password is 400.",
      },
    },
    {
      contracts: [verifyEmail, resendVerification],
      code: ["mail-link.ts"],
      rules: {
        "REG-02":
          "The token of the mail verifies the address once within `auth.verify_token_hours` (24); used, later or invented it is 400 `auth.verify.invalid_token`.",
      },
    },
    {
      contracts: [forgotPassword, resetPassword],
      code: ["mail-link.ts", "mail-limit.ts"],
      rules: {
        "REG-03": "A forgotten password is always 202; the token of the mail works once within 30 minutes, and a reset ends every session.",
      },
    },
    {
      contracts: [listSessions, revokeSession],
      rules: { "REG-04": "A user lists their own open sessions, without addresses, and ends one of them; a foreign id is 404." },
    },
    {
      contracts: [getPublicKeys],
      code: ["crypto/access-tokens.ts"],
      rules: { "REG-05": "`/.well-known/jwks.json` holds public keys only, each with its id, and verifies an access token." },
    },
    {
      contracts: [updateMe],
      rules: { "REG-06": "Many changes of one user at once are made one after the other, each in one attempt." },
    },
    {
      contracts: [register, updateMe, upgrade],
      rules: {
        "REG-07":
          "The display name of a user has something to see, and neither line breaks nor characters that turn the text around it: else 400.",
      },
    },
  ],
};

export const administration: Area = {
  title: "Administrators",
  sections: ["5"],
  groups: [
    {
      contracts: [getAdmin, getCsrfToken],
      rules: {
        "ADM-01":
          "An administrator reads their own identity, roles and permissions, and asks for a further CSRF token; earlier ones stay good.",
      },
    },
    {
      code: ["libs/policies/roles.ts", "permissions.ts", "authorize.ts"],
      rules: {
        "ADM-02": "Every admin route names the permission that it needs, and each role opens exactly the routes of its permissions.",
      },
    },
  ],
};
