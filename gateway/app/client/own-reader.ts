import { formatsOf } from "#gateway/ui/formats.ts";
import type { Reader } from "#gateway/ui/parts/reader.tsx";
import { updateMe } from "#libs/contracts/account/index.ts";
import { api, session } from "./api.ts";
import { ownPage } from "./browser/sign-in-mark.ts";
import { browserTimeZone, isKnownTimeZone } from "./browser/time-zone.ts";
import { forgetMe, isCreator, whoAmI } from "./me.ts";
import { rememberOwnPage } from "./own-page.ts";
import { addressIn, isChosenHere } from "./page-language.ts";
import { isRefusal } from "./refusal.ts";

/** The signed-in user as a reader. */
export interface OwnReader {
  readonly about: Reader;
  /** The browser's time zone, which the account has just adopted; null: the account already had one. */
  readonly newZone: string | null;
}

let known: Promise<OwnReader> | null = null;

/** The reader with the time zone of the account. An account without one adopts that of the browser, once. */
export function ownReader(visitor: Reader): Promise<OwnReader> {
  known ??= find(visitor).catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** Forces a reload: settings have changed, or another user signs in. */
export function forgetOwnReader(): void {
  known = null;
  forgetMe();
}

async function find(visitor: Reader): Promise<OwnReader> {
  const me = await whoAmI();
  if (me === null) return { about: visitor, newZone: null };
  // The account decides, also on a device that has another language.
  if (me.locale !== visitor.locale && !isChosenHere()) location.replace(addressIn(me.locale));
  // The user may have become a creator on another device since signing in here.
  if (isCreator(me) && ownPage() === null) void rememberOwnPage();
  const { timezone } = me;
  if (timezone !== null) {
    return { about: isKnownTimeZone(timezone) ? { ...visitor, formats: formatsOf(visitor.locale, timezone) } : visitor, newZone: null };
  }
  const zone = browserTimeZone();
  try {
    await api.call(updateMe, { timezone: zone });
  } catch (error) {
    // The zone of a newer browser is not known to the server yet.
    if (isRefusal(error)) return { about: visitor, newZone: null };
    throw error;
  }
  forgetMe();
  return { about: visitor, newZone: zone };
}

session.onEnd(forgetOwnReader);
