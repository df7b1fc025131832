import type { NotificationKey } from "#libs/contracts/notification/index.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { cutText, oneLine } from "#libs/kernel/readable-text.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { NoticeData } from "../domain/notice.ts";
import { NEUTRAL_WORDING, type Wording, wordingOf } from "../domain/wording.ts";

interface Worded {
  /** Null in a dispatch that is not a NOTICE, which has no text of its own. */
  readonly eventKey: NotificationKey | null;
  readonly data: NoticeData | null;
}

/** The texts of a notification in one language. */
interface NotificationText {
  readonly title: string;
  readonly body: string;
  /** Label of the button that opens the subject of the notification. */
  readonly action: string;
}

/** The texts of the mail of a notification. */
interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly action: string;
}

const NAMES = ["senderName", "creatorName"];
const MAX_NAME_LENGTH = 40;

/** The full stop of a sentence, which a subject does not have. */
const FULL_STOP = /[.。।]$/u;

/** Texts of a notification in a locale, with times in the reader's zone. Throws when there is no key. */
export function notificationText(worded: Worded, locale: Locale, logger: Logger, timeZone: string | null = null): NotificationText {
  const { eventKey, data } = worded;
  if (!eventKey) throw new Error("a text needs the key of a notification");
  const { title, body, further, action, vars } = wordingOrNeutral({ eventKey, data }, locale, logger, timeZone);
  return {
    title: oneLine(translate(locale, title, vars)),
    body: sentences(locale, [body, ...further], vars),
    action: translate(locale, action),
  };
}

/** Texts of the mail of a notification, as {@link notificationText}: the subject says who, how much and until when, as far as it is known. */
export function mailText(worded: Worded, locale: Locale, logger: Logger, timeZone: string | null = null): MailText {
  const { eventKey, data } = worded;
  if (!eventKey) throw new Error("a text needs the key of a notification");
  const { subject, mail, further, action, vars } = wordingOrNeutral({ eventKey, data }, locale, logger, timeZone);
  return {
    subject: oneLine(translate(locale, subject, shortened(vars))).replace(FULL_STOP, ""),
    text: sentences(locale, [mail, ...further], vars),
    action: translate(locale, action),
  };
}

function sentences(locale: Locale, keys: readonly string[], vars: Wording["vars"]): string {
  return oneLine(keys.map((key) => translate(locale, key, vars)).join(" "));
}

/** A subject has room for the beginning of a name. */
function shortened(vars: Wording["vars"]): Wording["vars"] {
  return Object.fromEntries(
    Object.entries(vars).map(([name, value]) => [
      name,
      NAMES.includes(name) && String(value).length > MAX_NAME_LENGTH ? `${cutText(String(value), MAX_NAME_LENGTH)}…` : value,
    ]),
  );
}

/** A row of a later version, or with a removed key, must not make a whole list or digest fail. */
function wordingOrNeutral(
  { eventKey, data }: { readonly eventKey: NotificationKey; readonly data: NoticeData | null },
  locale: Locale,
  logger: Logger,
  timeZone: string | null,
): Wording {
  try {
    return wordingOf(eventKey, data, locale, timeZone);
  } catch (error) {
    logger.warn({ err: error, eventKey }, "notification without a text in this version; showing a neutral one");
    return NEUTRAL_WORDING;
  }
}
