import type { Catalogue } from "../codes.ts";

export const accountErrors = {
  "auth.login.invalid_credentials": { code: "AUTH_UNAUTHORIZED", message: "The email address or the password is wrong." },
  "auth.refresh.invalid_token": { code: "AUTH_UNAUTHORIZED", message: "The refresh token is not valid." },
  "auth.csrf.invalid": { code: "AUTH_FORBIDDEN", message: "The CSRF token is missing or wrong." },
  "auth.account.deactivated": { code: "AUTH_FORBIDDEN", message: "This account is deactivated." },
  "auth.account.suspended": { code: "AUTH_FORBIDDEN", message: "This account is suspended." },
  "auth.verify.invalid_token": { code: "BUSINESS_RULE_VIOLATION", message: "The confirmation link is not valid any more." },
  "auth.reset.invalid_token": { code: "BUSINESS_RULE_VIOLATION", message: "The reset link is not valid any more." },
  "auth.password.incorrect": { code: "BUSINESS_RULE_VIOLATION", message: "The current password is wrong." },
  "auth.password.too_common": { code: "BUSINESS_RULE_VIOLATION", message: "This password is too common. Choose another one." },
  "auth.register.email_taken": { code: "CONFLICT", message: "An account with this email address exists already." },
  "auth.captcha.required": { code: "BUSINESS_RULE_VIOLATION", message: "Solve the captcha first." },
  "auth.captcha.invalid": {
    code: "BUSINESS_RULE_VIOLATION",
    message: "The captcha was not solved, or its solution was used already. Solve a new one.",
  },
  "auth.oauth.redirect_not_allowed": { code: "BUSINESS_RULE_VIOLATION", message: "Sign-ins may not return to this address." },
  "auth.oauth.invalid_state": {
    code: "BUSINESS_RULE_VIOLATION",
    message: "This sign-in has expired, was used already or was begun elsewhere. Start again.",
  },
  "auth.oauth.rejected": { code: "AUTH_UNAUTHORIZED", message: "The other account did not confirm this sign-in." },
  "auth.account.email_unverified": { code: "AUTH_FORBIDDEN", message: "Confirm your email address first." },
  "auth.oauth.email_unverified": {
    code: "BUSINESS_RULE_VIOLATION",
    message:
      "The other account has no confirmed email address. If it names an address, we have sent a link there: open it in this browser to sign in.",
  },
  "auth.oauth.account_exists": {
    code: "CONFLICT",
    message: "An account with this email address exists already and cannot be entered this way. Sign in with its password.",
  },
  "auth.mfa.invalid_challenge": { code: "AUTH_UNAUTHORIZED", message: "This sign-in has expired or was used already. Sign in again." },
  "auth.mfa.invalid_code": { code: "AUTH_UNAUTHORIZED", message: "The code is wrong, or it was used already." },
  "auth.mfa.code_rejected": {
    code: "BUSINESS_RULE_VIOLATION",
    message: "The code is wrong, or this took too long. Try the next code, or start again.",
  },
  "auth.mfa.invalid_token": { code: "BUSINESS_RULE_VIOLATION", message: "The link is not valid any more." },
  "auth.mfa.not_found": { code: "RESOURCE_NOT_FOUND", message: "The second factor does not exist." },
  "auth.mfa.too_many_passkeys": { code: "CONFLICT", message: "The account has ten passkeys already. Remove one first." },
  "auth.step_up.required": {
    code: "AUTH_FORBIDDEN",
    message: "Prove that it is you, then try again.",
  },
  "auth.step_up.failed": { code: "BUSINESS_RULE_VIOLATION", message: "That did not prove that it is you." },
  "auth.step_up.unavailable": { code: "CONFLICT", message: "This account has no password. Sign in again instead." },
  "auth.admin.sign_in_again": { code: "AUTH_UNAUTHORIZED", message: "Your last sign-in was too long ago for this. Sign in again." },
  "auth.session.not_found": { code: "RESOURCE_NOT_FOUND", message: "The session does not exist." },
  "error.user.not_found": { code: "RESOURCE_NOT_FOUND", message: "The user does not exist." },
} as const satisfies Catalogue;
