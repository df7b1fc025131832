import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { oneLine } from "#libs/kernel/readable-text.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { isLocale } from "#libs/platform/i18n/locales.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";
import { type MailContent, mailFrame } from "#libs/providers/email/mail-frame.ts";
import type { DispatchDoc } from "../data/dispatch.model.ts";
import type { MailTokens } from "../domain/mail-tokens.ts";
import { isCritical } from "../domain/preferences.ts";
import { mailText, notificationText } from "../views/notification-text.ts";

/** Paths of the web application and of the API. */
const LIST_PATH = "/notifications";
const SETTINGS_PATH = "/settings/notifications";
const CONFIRM_PATH = "/email-subscriptions/confirm";
const UNSUBSCRIBE_PATH = "/unsubscribe";
const API_PATH = "/api/v1";

/** The recipient of a mail. */
interface Reader {
  readonly email: string;
  readonly locale: string;
  /** Zone of times in the mail; UTC without one. */
  readonly timezone?: string | null;
}

/** The tokens of the links in a confirmation mail. */
interface ConfirmationTokens {
  readonly confirm: string;
  readonly leave: string;
}

/** Writes the mails of this service, each in the language of its reader. */
export interface MailComposer {
  notice(dispatch: DispatchDoc, reader: Reader): Email;
  /** @param total number of notices in the digest; `notices` may contain fewer */
  digest(dispatch: DispatchDoc, notices: readonly DispatchDoc[], total: number, reader: Reader): Email;
  confirmation(dispatch: DispatchDoc, tokens: ConfirmationTokens, reader: Reader): Email;
}

/** The content that differs between mails; {@link MailComposer} adds the rest. */
type Said = Omit<MailContent, "locale" | "siteName" | "reason" | "links">;

/** The unsubscribe link of a mail. */
interface Leave {
  readonly list: "notifications" | "subscription";
  readonly token: string;
}

const API_PATHS: Readonly<Record<Leave["list"], string>> = {
  notifications: `${API_PATH}/notifications/unsubscribe`,
  subscription: `${API_PATH}/email-subscriptions/unsubscribe`,
};

interface MailComposerOptions {
  readonly config: Pick<ConfigReader, "read">;
  readonly logger: Logger;
  readonly tokens: MailTokens;
}

export function mailComposer({ config, logger, tokens }: MailComposerOptions): MailComposer {
  const url = (path: string) => `${config.read("site.public_host").replace(/\/+$/, "")}${path}`;

  /** @param leave null in mails that have no unsubscribe link */
  const mail = (dispatch: DispatchDoc, reader: Reader, kind: string, leave: Leave | null, saidIn: (speak: Speak) => Said): Email => {
    const locale = isLocale(reader.locale) ? reader.locale : DEFAULT_LOCALE;
    const siteName = oneLine(config.read("siteName"));
    const say = (key: string) => translate(locale, key, { siteName });
    const isForUser = leave?.list !== "subscription";
    const framed = mailFrame({
      ...saidIn({ locale, say }),
      locale,
      siteName,
      reason: say(isForUser ? "mail.notification.reason" : "mail.confirm_subscription.reason"),
      links: [
        ...(isForUser ? [{ label: say("mail.link.settings"), url: url(SETTINGS_PATH) }] : []),
        ...(leave
          ? [{ label: say("mail.link.unsubscribe"), url: url(`${UNSUBSCRIBE_PATH}#token=${leave.token}&list=${leave.list}`) }]
          : []),
      ],
    });
    const unsubscribeUrl = leave ? { unsubscribeUrl: url(`${API_PATHS[leave.list]}/${leave.token}`) } : {};
    return { id: dispatch._id, to: reader.email, kind, locale, ...framed, ...unsubscribeUrl };
  };

  return {
    notice(dispatch, reader) {
      const { eventKey, userId } = dispatch;
      if (!eventKey || !userId) throw new Error("a notice has no key or no user");
      const leave = isCritical(eventKey) ? null : { list: "notifications" as const, token: tokens.unsubscribeToken({ userId, eventKey }) };
      return mail(dispatch, reader, eventKey, leave, ({ locale }) => {
        const { subject, text, action } = mailText(dispatch, locale, logger, reader.timezone);
        return {
          subject,
          paragraphs: [text],
          action: { label: action, url: url(dispatch.data?.deepLink ?? LIST_PATH) },
        };
      });
    },

    digest(dispatch, notices, total, reader) {
      const { userId } = dispatch;
      const leave = userId ? { list: "notifications" as const, token: tokens.unsubscribeToken({ userId, eventKey: null }) } : null;
      return mail(dispatch, reader, "digest", leave, ({ locale, say }) => {
        const items = notices.map((notice) => {
          const { title, body } = notificationText(notice, locale, logger, reader.timezone);
          return `${title}\n${body}`;
        });
        return {
          subject: say("mail.digest.subject"),
          paragraphs: [...items, ...(total > notices.length ? ["…"] : [])],
          action: { label: say("mail.digest.action"), url: url(LIST_PATH) },
        };
      });
    },

    confirmation(dispatch, { confirm, leave }, reader) {
      const email = mail(dispatch, reader, "confirm_subscription", { list: "subscription", token: leave }, ({ say }) => ({
        subject: say("mail.confirm_subscription.subject"),
        paragraphs: [say("mail.confirm_subscription.text")],
        action: { label: say("mail.confirm_subscription.action"), url: url(`${CONFIRM_PATH}#token=${confirm}`) },
        closing: [say("mail.confirm_subscription.closing")],
      }));
      return { ...email, token: confirm };
    },
  };
}

/** The language of a mail, and its texts. */
interface Speak {
  readonly locale: Locale;
  say(key: string): string;
}
