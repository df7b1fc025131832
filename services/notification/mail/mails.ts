import type { ConfigReader } from "#libs/config/reader.ts";
import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { isLocale } from "#libs/i18n/locales.ts";
import { translate } from "#libs/i18n/translate.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";
import type { DispatchDoc } from "../data/dispatch.model.ts";
import type { MailTokens } from "../domain/mail-tokens.ts";
import { isCritical } from "../domain/preferences.ts";
import { wordingOf } from "../domain/wording.ts";
import { pageOf } from "./page.ts";

/** Paths of the web application and of the interface. */
const LIST = "/notifications";
const SETTINGS = "/settings/notifications";
const CONFIRM = "/email-subscriptions/confirm";
const API = "/api/v1";

const CONTROL = /\p{Cc}+/gu;
const MAX_SUBJECT = 200;

/** Whom a mail goes to. */
export interface Reader {
  readonly email: string;
  readonly locale: string;
}

/** Writes the mails of this service in the language of their readers. */
export interface Mails {
  /** One notification. */
  notice(dispatch: DispatchDoc, reader: Reader): Email;
  /** Those of a day. @param all how many there are; the mail may name fewer */
  digest(digest: DispatchDoc, gathered: readonly DispatchDoc[], all: number, reader: Reader): Email;
  confirmation(dispatch: DispatchDoc, token: string, leaveToken: string, reader: Reader): Email;
}

export function mailsOf({ config, tokens }: { readonly config: Pick<ConfigReader, "read">; readonly tokens: MailTokens }): Mails {
  const host = () => config.read("site.public_host").replace(/\/+$/, "");
  const siteName = () => config.read("siteName").replace(CONTROL, " ");
  const url = (path: string) => `${host()}${path}`;
  const because = (locale: Locale) => translate(locale, "mail.notification.reason", { siteName: siteName(), link: url(SETTINGS) });

  const mail = (dispatch: DispatchDoc, { email, locale }: Reader, kind: string, write: (locale: Locale) => [string, string[]]) => {
    const written = isLocale(locale) ? locale : DEFAULT_LOCALE;
    const [title, paragraphs] = write(written);
    const subject = title.replace(CONTROL, " ").slice(0, MAX_SUBJECT);
    const text = paragraphs.join("\n\n");
    return { id: dispatch._id, to: email, kind, locale: written, subject, text, html: pageOf(subject, text, written) };
  };
  const endedBy = (token: string) => ({ unsubscribeUrl: url(`${API}/notifications/unsubscribe/${token}`) });

  return {
    notice(dispatch, reader) {
      const { eventKey, userId } = dispatch;
      if (!eventKey || !userId) throw new Error("a notice without its key or its user");
      const written = mail(dispatch, reader, eventKey, (locale) => {
        const [title, body] = wordsOf(dispatch, locale);
        return [title, [body, url(dispatch.data?.deepLink ?? LIST), because(locale)]];
      });
      return isCritical(eventKey) ? written : { ...written, ...endedBy(tokens.unsubscribe({ userId, eventKey })) };
    },
    digest(dispatch, gathered, all, reader) {
      const written = mail(dispatch, reader, "digest", (locale) => {
        const named = gathered.map((notice) => wordsOf(notice, locale).join("\n"));
        const more = all > gathered.length ? ["…"] : [];
        const title = translate(locale, "mail.digest.subject", { siteName: siteName() });
        return [title, [...named, ...more, url(LIST), because(locale)]];
      });
      const { userId } = dispatch;
      return userId ? { ...written, ...endedBy(tokens.unsubscribe({ userId, eventKey: null })) } : written;
    },
    confirmation(dispatch, token, leaveToken, reader) {
      const written = mail(dispatch, reader, "confirm_subscription", (locale) => {
        const words = { siteName: siteName(), link: url(`${CONFIRM}#token=${token}`) };
        return [
          translate(locale, "mail.confirm_subscription.subject", words),
          [translate(locale, "mail.confirm_subscription.text", words)],
        ];
      });
      return { ...written, token, unsubscribeUrl: url(`${API}/email-subscriptions/unsubscribe/${leaveToken}`) };
    },
  };
}

/** Title and body of a notification. */
export function wordsOf({ eventKey, data }: DispatchDoc, locale: Locale): [string, string] {
  if (!eventKey) throw new Error("a notice without its key");
  const { title, body, vars } = wordingOf(eventKey, data, locale);
  return [translate(locale, title, vars), translate(locale, body, vars)];
}
