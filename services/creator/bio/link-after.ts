import type { LinkKind } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { LinkState } from "../data/bio-link.store.ts";
import { hasInvalidSchedule, LINK_RULES, type LinkContent } from "../domain/link-rules.ts";
import { instantOf } from "../domain/vacation.ts";
import { readAddress } from "./link-address.ts";

/** Requested change of a link: null clears a field, an absent field stays as it is. Dates are ISO 8601 text. */
interface LinkChange {
  readonly title?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly icon?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly startsAt?: string | null | undefined;
  readonly endsAt?: string | null | undefined;
}

export const NEW_LINK: LinkState = { title: null, url: null, icon: null, enabled: true, startsAt: null, endsAt: null };

/** The link after a change. Throws title_required, invalid_url, country_code_missing and invalid_date_range. */
export function linkAfter(kind: LinkKind, before: LinkState, change: LinkChange, publicHost: string): LinkState {
  const { icon = before.icon, enabled = before.enabled } = change;
  const content = contentAfter(kind, before, change, publicHost);
  const schedule = { startsAt: dateAfter(before.startsAt, change.startsAt), endsAt: dateAfter(before.endsAt, change.endsAt) };
  if (hasInvalidSchedule(schedule)) throw new AppError("creator.link.invalid_date_range");
  return { ...content, icon: icon || null, enabled, ...schedule };
}

/** A stored address that is refused today stays until it is changed, so that its link can be switched off. */
function contentAfter(kind: LinkKind, before: LinkState, change: LinkChange, publicHost: string): LinkContent {
  const { title = before.title, url = before.url } = change;
  const isKept = before !== NEW_LINK && change.title === undefined && change.url === undefined;
  return isKept ? { title, url } : normalizedContent(kind, { title, url }, publicHost);
}

/** The content as a link of this kind stores it. */
function normalizedContent(kind: LinkKind, { title, url }: LinkContent, publicHost: string): LinkContent {
  const rule = LINK_RULES[kind];
  const storedTitle = rule.title === "none" ? null : title?.trim() || null;
  if (rule.title === "required" && storedTitle === null) throw new AppError("creator.link.title_required");
  if (rule.target === null) return { title: storedTitle, url: null };
  const address = readAddress(rule.target, url ?? "", publicHost);
  if (typeof address === "string") throw new AppError(`creator.link.${address}`);
  return { title: storedTitle, url: address.url };
}

function dateAfter(before: Date | null, change: string | null | undefined): Date | null {
  if (change === undefined) return before;
  return change === null ? null : instantOf(change);
}
