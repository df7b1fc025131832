import type { TextKey } from "#gateway/ui/texts.ts";
import { getConfigDomain, listConfigDomains, listOrphans } from "#libs/contracts/config/index.ts";
import { staffApi } from "../../staff-session.ts";
import type { Entry } from "./setting-entry.ts";

/** What a list of settings shows. */
export interface SettingsView {
  /** Null: all of them. */
  readonly domain: string | null;
  /** In key, words or value. */
  readonly search: string;
  /** One of {@link ONLY}; empty: all. */
  readonly only: string;
}

interface Only {
  readonly text: TextKey;
  fits(entry: Entry): boolean;
}

/** What settings can be narrowed to. */
export const ONLY: Readonly<Record<string, Only>> = {
  changed: { text: "page.staffSystem.changed", fits: ({ source }) => source === "ADMIN" || source === "SCOPED" },
  sensitive: { text: "page.staffSystem.secret", fits: ({ sensitive }) => sensitive },
  environment: { text: "page.staffSystem.environment", fits: ({ envOnly, source }) => envOnly || source === "ENV" },
};

export function settingsViewOf(query: URLSearchParams): SettingsView {
  const only = query.get("only") ?? "";
  return { domain: query.get("domain"), search: query.get("search") ?? "", only: only in ONLY ? only : "" };
}

/** The address of a list; with a key, of one setting beside it. */
export function settingsAddress({ domain, search, only }: SettingsView, key?: string): string {
  const wanted = Object.entries({ domain: domain ?? "", search, only }).filter(([, value]) => value !== "");
  const path = key === undefined ? "/admin/settings" : `/admin/settings/${encodeURIComponent(key)}`;
  return wanted.length === 0 ? path : `${path}?${new URLSearchParams(wanted)}`;
}

/** The domains and what has no domain any more; or, once something is searched or chosen, the settings that fit. */
export async function foundSettings({ domain, search, only }: SettingsView) {
  if (domain === null && search === "" && only === "") {
    const [domains, orphans] = await Promise.all([staffApi.call(listConfigDomains), staffApi.call(listOrphans)]);
    return { domains, entries: null, orphans };
  }
  const names = domain === null ? (await staffApi.call(listConfigDomains)).map((each) => each.domain) : [domain];
  const found = await Promise.all(names.map((each) => staffApi.call(getConfigDomain, { domain: each })));
  const all = found.flatMap(({ categories }) => categories.flatMap(({ configs }) => configs));
  const entries = all.filter((entry) => (ONLY[only]?.fits(entry) ?? true) && says(entry, search.toLowerCase()));
  return { domains: null, entries, orphans: [] };
}

/** Whether a setting has each word of a text in its key, its words or its value. */
function says({ key, category, description, value, sensitive }: Entry, text: string): boolean {
  const all = [key, category, description, sensitive ? "" : String(JSON.stringify(value))].join(" ").toLowerCase();
  return text.split(/\s+/).every((word) => all.includes(word));
}
