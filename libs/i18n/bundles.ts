import { readFileSync } from "node:fs";
import type { Locale } from "#libs/contracts/shared.ts";

const NAMESPACES = ["errors", "mails", "notifications"] as const;

/** Texts by key; a key may have siblings `<key>_one`, `<key>_few` … for the plural forms of its language. */
export type Bundle = Readonly<Record<string, string>>;

const loaded = new Map<Locale, Bundle>();

/** Every text of one locale. Read from disk once. */
export function bundleOf(locale: Locale): Bundle {
  const known = loaded.get(locale);
  if (known) return known;
  const bundle: Bundle = Object.assign(Object.create(null), ...NAMESPACES.map((namespace) => read(locale, namespace)));
  loaded.set(locale, bundle);
  return bundle;
}

function read(locale: Locale, namespace: (typeof NAMESPACES)[number]): Bundle {
  return JSON.parse(readFileSync(new URL(`./locales/${locale}/${namespace}.json`, import.meta.url), "utf8")) as Bundle;
}
