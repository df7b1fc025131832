import type { NotificationKey } from "#libs/contracts/notification/index.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { oneLine } from "#libs/kernel/readable-text.ts";
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

/** Texts of a notification in a locale. Throws when there is no key. */
export function notificationText(worded: Worded, locale: Locale, logger: Logger): NotificationText {
  const { eventKey, data } = worded;
  if (!eventKey) throw new Error("a text needs the key of a notification");
  const { title, body, action, vars } = wordingOrNeutral(eventKey, data, locale, logger);
  return {
    title: oneLine(translate(locale, title, vars)),
    body: oneLine(translate(locale, body, vars)),
    action: translate(locale, action),
  };
}

/** A row of a later version, or with a removed key, must not make a whole list or digest fail. */
function wordingOrNeutral(eventKey: NotificationKey, data: NoticeData | null, locale: Locale, logger: Logger): Wording {
  try {
    return wordingOf(eventKey, data, locale);
  } catch (error) {
    logger.warn({ err: error, eventKey }, "notification without a text in this version; showing a neutral one");
    return NEUTRAL_WORDING;
  }
}
