import { action, event } from "#libs/contract-kit/contract.ts";
import { emailAddress, id } from "../shared.ts";

const token = { type: "string", max: 300 } as const;

export const subscribeEmail = action({
  name: "notification.subscribeEmail",
  summary: "Subscribe an address to mails; its owner gets a link to confirm. The answer is the same for every address",
  http: { method: "POST", path: "/email-subscriptions", status: 202, auth: "public", limit: "mail_request" },
  params: {
    email: emailAddress,
    locale: { type: "string", max: 20, optional: true, from: "locale" },
  },
  returns: null,
  errors: [],
});

export const confirmEmailSubscription = action({
  name: "notification.confirmEmailSubscription",
  summary: "Confirm a subscription with the token of its mail, once",
  http: { method: "POST", path: "/email-subscriptions/confirm", auth: "public" },
  params: { token },
  returns: null,
  errors: ["email_subscription.error.invalid_token"],
});

export const leaveEmailSubscription = action({
  name: "notification.leaveEmailSubscription",
  summary: "End a subscription with the link of any of its mails; repeating it changes nothing",
  http: { method: "POST", path: "/email-subscriptions/unsubscribe/{token}", auth: "public", ignoresBody: true },
  params: { token },
  returns: null,
  errors: ["email_subscription.error.invalid_token"],
});

export const unsubscribeMails = action({
  name: "notification.unsubscribeMails",
  summary: "End mails with the unsubscribe link of one of them; repeating it changes nothing",
  http: { method: "POST", path: "/notifications/unsubscribe/{token}", auth: "public", ignoresBody: true },
  params: { token },
  returns: null,
  errors: ["email_subscription.error.invalid_token"],
});

export const emailSubscriptionConfirmed = event({
  name: "email_subscription.confirmed",
  owner: "notification",
  summary: "The owner of an address has confirmed the subscription to mails",
  payload: { subscriptionId: id },
});
