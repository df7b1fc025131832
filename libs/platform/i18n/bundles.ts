import { readFileSync } from "node:fs";
import type { Locale } from "#libs/contracts/shared.ts";

const NAMESPACES = [
  ...(["errors", "mails", "notifications", "pages"] as const),
  ...([
    "staff-alarms",
    "staff-audit",
    "staff-content",
    "staff-money",
    "staff-people",
    "staff-privacy",
    "staff-safety",
    "staff-system",
  ] as const),
] as const;

/** Texts by key. Plural forms have the keys `<key>_one`, `<key>_few` … */
type Bundle = Readonly<Record<string, string>>;

const bundles = new Map<Locale, Bundle>();

/** All texts of a locale, read from disk once. */
export function bundleOf(locale: Locale): Bundle {
  const cached = bundles.get(locale);
  if (cached) return cached;
  const bundle: Bundle = Object.assign(Object.create(null), ...NAMESPACES.map((namespace) => readBundle(locale, namespace)));
  bundles.set(locale, bundle);
  return bundle;
}

function readBundle(locale: Locale, namespace: (typeof NAMESPACES)[number]): Bundle {
  return JSON.parse(readFileSync(new URL(`./locales/${locale}/${namespace}.json`, import.meta.url), "utf8")) as Bundle;
}
