import { NOTIFICATION_KEYS, type NotificationKey } from "#libs/contracts/notification.ts";
import { constantTimeEqual, hmacBase64Url } from "#libs/kernel/secrets.ts";

/** All mails instead of those of one key. */
const ALL = "all";

/** What a click in a mail ends. */
export interface EndedMails {
  readonly userId: string;
  /** Null: all of them. */
  readonly eventKey: NotificationKey | null;
}

/** The secrets of links in mails: signed, so that nothing has to be stored for them. */
export interface MailTokens {
  unsubscribe(ended: EndedMails): string;
  /** Null for anything that we have not signed. */
  readUnsubscribe(token: string): EndedMails | null;
  /** @param nonce of the mail: an older link is dead as soon as a newer one was sent */
  confirm(subscriptionId: string, nonce: string): string;
  leave(subscriptionId: string): string;
  /** The subscription that a link is for; whether the link is good, {@link confirm} and {@link leave} tell. */
  subscriptionOf(token: string): string;
}

/** @param key of the HMAC */
export function mailTokens(key: string): MailTokens {
  const signed = (purpose: string, subject: string, extra = "") => `${subject}.${hmacBase64Url(key, [purpose, subject, extra].join("\n"))}`;
  const subjectOf = (token: string) => token.slice(0, Math.max(0, token.lastIndexOf(".")));
  return {
    unsubscribe: ({ userId, eventKey }) => signed("mails", `${userId}.${eventKey ?? ALL}`),
    readUnsubscribe(token) {
      const subject = subjectOf(token);
      if (!constantTimeEqual(token, signed("mails", subject))) return null;
      const [userId = "", name] = subject.split(".");
      return { userId, eventKey: NOTIFICATION_KEYS.find((eventKey) => eventKey === name) ?? null };
    },
    confirm: (subscriptionId, nonce) => signed("confirm", subscriptionId, nonce),
    leave: (subscriptionId) => signed("leave", subscriptionId),
    subscriptionOf: subjectOf,
  };
}
