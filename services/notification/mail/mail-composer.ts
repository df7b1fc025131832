import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { isLocale } from "#libs/platform/i18n/locales.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";
import type { DispatchDoc } from "../data/dispatch.model.ts";
import type { MailTokens } from "../domain/mail-tokens.ts";
import { isCritical } from "../domain/preferences.ts";
import { notificationText } from "../views/notification-text.ts";
import { htmlPage } from "./html-page.ts";

/** Paths of the web application and of the API. */
const LIST_PATH = "/notifications";
const SETTINGS_PATH = "/settings/notifications";
const CONFIRM_PATH = "/email-subscriptions/confirm";
const API_PATH = "/api/v1";

const CONTROL_CHARACTERS = /\p{Cc}+/gu;
const MAX_SUBJECT_LENGTH = 200;

/** The recipient of a mail. */
interface Reader {
  readonly email: string;
  readonly locale: string;
}

/** The tokens of the links in a confirmation mail. */
interface ConfirmationTokens {
  readonly confirm: string;
  readonly leave: string;
}

/** Writes the mails of this service, each in the language of its reader. */
export interface MailComposer {
  notice(dispatch: DispatchDoc, reader: Reader): Email;
  /** @param total notices of the digest; `notices` may be fewer */
  digest(dispatch: DispatchDoc, notices: readonly DispatchDoc[], total: number, reader: Reader): Email;
  confirmation(dispatch: DispatchDoc, tokens: ConfirmationTokens, reader: Reader): Email;
}

/** Subject and paragraphs of a mail. */
type Content = readonly [subject: string, paragraphs: readonly string[]];

export function mailComposer({
  config,
  logger,
  tokens,
}: {
  readonly config: Pick<ConfigReader, "read">;
  readonly logger: Logger;
  readonly tokens: MailTokens;
}): MailComposer {
  const siteName = () => config.read("siteName").replace(CONTROL_CHARACTERS, " ");
  const url = (path: string) => `${config.read("site.public_host").replace(/\/+$/, "")}${path}`;
  const reason = (locale: Locale) => translate(locale, "mail.notification.reason", { siteName: siteName(), link: url(SETTINGS_PATH) });
  const unsubscribeUrl = (token: string) => url(`${API_PATH}/notifications/unsubscribe/${token}`);

  const mail = (dispatch: DispatchDoc, reader: Reader, kind: string, contentIn: (locale: Locale) => Content) => {
    const locale = isLocale(reader.locale) ? reader.locale : DEFAULT_LOCALE;
    const [title, paragraphs] = contentIn(locale);
    const subject = title.replace(CONTROL_CHARACTERS, " ").slice(0, MAX_SUBJECT_LENGTH);
    const text = paragraphs.join("\n\n");
    return { id: dispatch._id, to: reader.email, kind, locale, subject, text, html: htmlPage(subject, text, locale) };
  };

  return {
    notice(dispatch, reader) {
      const { eventKey, userId } = dispatch;
      if (!eventKey || !userId) throw new Error("a notice has no key or no user");
      const email = mail(dispatch, reader, eventKey, (locale) => {
        const { title, body } = notificationText(dispatch, locale, logger);
        return [title, [body, url(dispatch.data?.deepLink ?? LIST_PATH), reason(locale)]];
      });
      if (isCritical(eventKey)) return email;
      return { ...email, unsubscribeUrl: unsubscribeUrl(tokens.unsubscribeToken({ userId, eventKey })) };
    },

    digest(dispatch, notices, total, reader) {
      const email = mail(dispatch, reader, "digest", (locale) => {
        const items = notices.map((notice) => {
          const { title, body } = notificationText(notice, locale, logger);
          return `${title}\n${body}`;
        });
        const more = total > notices.length ? ["…"] : [];
        return [translate(locale, "mail.digest.subject", { siteName: siteName() }), [...items, ...more, url(LIST_PATH), reason(locale)]];
      });
      const { userId } = dispatch;
      if (!userId) return email;
      return { ...email, unsubscribeUrl: unsubscribeUrl(tokens.unsubscribeToken({ userId, eventKey: null })) };
    },

    confirmation(dispatch, { confirm, leave }, reader) {
      const email = mail(dispatch, reader, "confirm_subscription", (locale) => {
        const vars = { siteName: siteName(), link: url(`${CONFIRM_PATH}#token=${confirm}`) };
        return [translate(locale, "mail.confirm_subscription.subject", vars), [translate(locale, "mail.confirm_subscription.text", vars)]];
      });
      return { ...email, token: confirm, unsubscribeUrl: url(`${API_PATH}/email-subscriptions/unsubscribe/${leave}`) };
    },
  };
}
