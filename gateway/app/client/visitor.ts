import { formatsOf } from "#gateway/ui/formats.ts";
import type { Reader } from "#gateway/ui/parts/reader.tsx";
import { type Texts, textsOf } from "#gateway/ui/texts.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { serverNow } from "./browser/server-clock.ts";
import { browserTimeZone } from "./browser/time-zone.ts";

const bundle: Record<string, string> = {};
const added = new Map<string, Promise<void>>();

/** Adds the texts at an address to those of the reader, once. */
export function addTexts(address: string): Promise<void> {
  const known = added.get(address) ?? fetchTexts(address);
  added.set(address, known);
  known.catch(() => added.delete(address));
  return known;
}

async function fetchTexts(address: string): Promise<void> {
  const response = await fetch(address);
  Object.assign(bundle, await response.json());
}

/** The reader, with the texts of the language of the page. */
export async function reader(timeZone = browserTimeZone()): Promise<Reader> {
  const locale = document.documentElement.lang as Locale;
  await addTexts(document.body.dataset.texts ?? "");
  const t: Texts = textsOf(bundle, locale);
  return { locale, t, formats: formatsOf(locale, timeZone), now: serverNow };
}
