import {
  adminLogin,
  adminLogout,
  changePassword,
  getAdmin,
  getCsrfToken,
  listRevokedSessions,
  login,
  logout,
  refresh,
  setUserStatus,
} from "#libs/contracts/account/index.ts";
import { rotateSecret } from "#libs/contracts/webhook/index.ts";
import type { Area } from "../area.ts";

export const authentication: Area = {
  title: "Sign-in, tokens and sessions",
  sections: ["5"],
  groups: [
    {
      contracts: [login],
      code: ["authenticate.ts", "password-hasher.ts"],
      rules: {
        "AUT-06":
          "A wrong password and an unknown address get one answer, 401 `auth.login.invalid_credentials`, with the same body after about the same time.",
        "AUT-25": "An account without a password cannot be entered by password: it gets the answer of a wrong password.",
      },
    },
    {
      contracts: [login],
      code: ["issue-tokens.ts"],
      rules: {
        "AUT-01": "The access token of `POST /auth/login`, sent as `Authorization: Bearer …`, opens `GET /notifications`.",
        "AUT-07":
          'A login answers `accessToken`, `tokenType: "Bearer"`, `expiresIn` and the user; a browser gets the refresh token as a cookie.',
        "AUT-08": "The refresh cookie is `HttpOnly`, `Secure` and `SameSite=Strict`, and goes to the routes below `/api/v1/auth` only.",
      },
    },
    {
      contracts: [login, adminLogin],
      code: ["lockout.ts", "captcha-gate.ts"],
      rules: {
        "AUT-24":
          "The eleventh failed login of an account in 15 minutes is 429 with `Retry-After`, and so is the right password then; unknown addresses are counted alike.",
      },
    },
    {
      code: ["authentication/access-tokens.ts", "identify-caller.ts", "authorize.ts"],
      rules: {
        "AUT-02": "Every route that needs a signed-in caller is 401 without a token, for any fields of its body.",
        "AUT-03":
          "A token that is cut, expired, unsigned, signed with another key or algorithm, or made for another issuer or audience is 401.",
        "AUT-05": "A public route ignores a bad or revoked token: its caller is anonymous.",
        "AUT-23": "A refresh token is not taken as an access token, nor an access token as a refresh token: both are 401.",
      },
    },
    {
      code: ["identify-caller.ts"],
      rules: {
        "AUT-04": "The scheme of the header is `Bearer` in any letter case; another scheme or an empty token is 401.",
      },
    },
    {
      contracts: [refresh],
      code: ["refresh-chain.ts"],
      rules: {
        "AUT-09": "`POST /auth/refresh` takes the refresh token from the cookie or, for mobile clients, from the body.",
        "AUT-10":
          "Each refresh gives a new refresh token; the one before is taken for ten more seconds (`auth.refresh_grace_seconds`) and never after.",
        "AUT-11":
          "A replaced refresh token that comes after those seconds is 401 and ends the whole session, because a copy may be in use.",
        "AUT-12":
          "Up to fifty refreshes of a session within the grace all succeed, and every new token works; more are 409 and end no session.",
      },
    },
    {
      contracts: [logout, listRevokedSessions],
      code: ["revoked-sessions.ts", "session-hints.ts"],
      rules: {
        "AUT-13": "A logout ends one session and no other; within two seconds its access token is refused and its open streams end.",
      },
    },
    {
      contracts: [refresh, setUserStatus, changePassword],
      code: ["open-session.ts", "revoked-sessions.ts"],
      rules: {
        "AUT-14":
          "A session that was ended (logout, ban, new password, 30 days unused) cannot be refreshed; its access token is 401, also when requests race with the end.",
      },
    },
    {
      contracts: [adminLogin, getCsrfToken, adminLogout],
      code: ["admin-cookie.ts", "ensure-admin.ts"],
      rules: {
        "AUT-15":
          "`POST /admin/auth/login` sets the cookie `admin_session` (`HttpOnly`, `Secure`, `SameSite=Strict`, admin routes only) and answers a CSRF token.",
        "AUT-17": "A CSRF token is good for its own admin session only; one of another session, or of one that has ended, is 403.",
      },
    },
    {
      code: ["require-csrf-token.ts"],
      rules: {
        "AUT-16":
          "A write by admin cookie without the right `X-CSRF-Token`, or from a page of another site, is 403 `auth.csrf.invalid` and changes nothing.",
      },
    },
    {
      contracts: [adminLogout],
      code: ["admin-sessions.ts", "admin-session.ts"],
      rules: {
        "AUT-18":
          "A missing, forged, expired or ended admin session is 401; it ends after 30 idle minutes and after 8 hours, and any end counts within two seconds.",
      },
    },
    {
      contracts: [rotateSecret],
      code: ["authorize.ts", "libs/policies/roles.ts"],
      rules: {
        "AUT-19":
          "An administrator whose roles lack the permission of a route is 403, also when the call does not come through the gateway.",
        "AUT-20": "Webhook routes take an admin session only: a bearer token alone, even of an administrator, is 401.",
      },
    },
    {
      contracts: [getAdmin],
      code: ["identify-caller.ts", "authorize.ts"],
      rules: {
        "AUT-21":
          "Configuration routes open for an administrator by bearer token or by admin cookie; only the cookie needs a CSRF token for writes.",
        "AUT-22": "A plain user who calls an admin route is 403, not 401 and not 404.",
      },
    },
    {
      code: ["secrets.ts", "password-hasher.ts", "admin-cookie.ts"],
      rules: {
        "AUT-26": "Passwords, cookies and tokens are compared in constant time; a different length is a mismatch and never an error.",
      },
    },
  ],
};
