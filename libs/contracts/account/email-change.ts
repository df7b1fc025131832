import { action } from "#libs/contract-kit/contract.ts";
import { emailAddress, timestamp } from "../shared.ts";
import { mailedToken } from "./shapes.ts";

/** Longest time from the request of another address to its confirmation. */
export const EMAIL_CHANGE_DAYS = 14;

export const getEmailChange = action({
  name: "account.getEmailChange",
  summary: "The address that is to replace the caller's own; null when none waits",
  http: { method: "GET", path: "/auth/email/change", auth: "bearer", limit: "login" },
  params: {},
  returns: {
    type: "object",
    props: {
      waiting: {
        type: "object",
        nullable: true,
        props: {
          newEmail: { type: "string" },
          confirmed: { type: "boolean", description: "Whether the link in the mail to the new address was used" },
          dueAt: { ...timestamp, description: "When the address changes at the earliest" },
        },
      },
    },
  },
  errors: [],
});

export const changeEmail = action({
  name: "account.changeEmail",
  summary: "Ask for another address; both addresses get a mail, and the response does not reveal whether the new one has an account",
  http: { method: "POST", path: "/auth/email/change", status: 202, auth: "bearer", stepUp: true, limit: "mail_request" },
  params: { newEmail: emailAddress },
  returns: null,
  errors: ["auth.account.email_unverified", "auth.mfa.mailbox_first"],
});

export const cancelEmailChange = action({
  name: "account.cancelEmailChange",
  summary: "Keep the address: the one that waits is dropped",
  http: { method: "DELETE", path: "/auth/email/change", auth: "bearer", limit: "login" },
  params: {},
  returns: null,
  errors: [],
});

export const confirmEmailChange = action({
  name: "account.confirmEmailChange",
  summary: "Confirm the new address with the token of its mail; it replaces the old one when the time to object is over",
  http: { method: "POST", path: "/auth/email/confirm", auth: "public", limit: "login" },
  params: { token: mailedToken },
  returns: {
    type: "object",
    props: {
      changed: { type: "boolean", description: "Whether the new address is in force already" },
      effectiveAt: { ...timestamp, description: "From when the new address signs in" },
    },
  },
  errors: ["auth.email.invalid_token"],
});

export const undoEmailChange = action({
  name: "account.undoEmailChange",
  summary:
    "Keep the address with the token of the mail that went there: sessions end, and the password is void until it is set anew by mail",
  http: { method: "POST", path: "/auth/email/undo", auth: "public", limit: "login" },
  params: { token: mailedToken },
  returns: null,
  errors: ["auth.email.invalid_token"],
});
