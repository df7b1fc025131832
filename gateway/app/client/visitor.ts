import { formatsOf } from "#gateway/ui/formats.ts";
import type { Reader } from "#gateway/ui/parts/reader.tsx";
import { type Texts, textsOf } from "#gateway/ui/texts.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { serverNow } from "./browser/server-clock.ts";
import { browserTimeZone } from "./browser/time-zone.ts";

/** The reader, with the texts of the language of the page. */
export async function reader(timeZone = browserTimeZone()): Promise<Reader> {
  const locale = document.documentElement.lang as Locale;
  const response = await fetch(document.body.dataset.texts ?? "");
  const t: Texts = textsOf((await response.json()) as Record<string, string>, locale);
  return { locale, t, formats: formatsOf(locale, timeZone), now: serverNow };
}
