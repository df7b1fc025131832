import { NOTIFICATION_KEYS, type NotificationKey } from "#libs/contracts/notification/index.ts";
import { constantTimeEqual, hmacBase64Url } from "#libs/kernel/secrets.ts";

/** Stands in a token for the mails of all keys. */
const ALL_KEYS = "all";

/** The mails that an unsubscribe link ends. */
interface Unsubscription {
  readonly userId: string;
  /** Null: those of every key. */
  readonly eventKey: NotificationKey | null;
}

/** The tokens of links in mails. They are signed, so no server-side copy is needed. */
export interface MailTokens {
  unsubscribeToken(unsubscription: Unsubscription): string;
  /** Null for a token that we have not signed. */
  verifyUnsubscribeToken(token: string): Unsubscription | null;
  /** @param nonce of the newest mail, which invalidates the links of older ones */
  confirmToken(subscriptionId: string, nonce: string): string;
  leaveToken(subscriptionId: string): string;
  /** The subscription that a token names. Not verified: compare the token with {@link confirmToken} or {@link leaveToken}. */
  subscriptionIdOf(token: string): string;
}

/** @param key of the HMAC */
export function mailTokens(key: string): MailTokens {
  const sign = (purpose: string, subject: string, nonce = "") => `${subject}.${hmacBase64Url(key, [purpose, subject, nonce].join("\n"))}`;
  const subjectOf = (token: string) => token.slice(0, Math.max(0, token.lastIndexOf(".")));
  return {
    unsubscribeToken: ({ userId, eventKey }) => sign("mails", `${userId}.${eventKey ?? ALL_KEYS}`),
    verifyUnsubscribeToken(token) {
      const subject = subjectOf(token);
      if (!constantTimeEqual(token, sign("mails", subject))) return null;
      const [userId = "", name] = subject.split(".");
      return { userId, eventKey: NOTIFICATION_KEYS.find((eventKey) => eventKey === name) ?? null };
    },
    confirmToken: (subscriptionId, nonce) => sign("confirm", subscriptionId, nonce),
    leaveToken: (subscriptionId) => sign("leave", subscriptionId),
    subscriptionIdOf: subjectOf,
  };
}
