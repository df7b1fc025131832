import type { LinkKind } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { LinkState } from "../data/bio-link.store.ts";
import { hasInvalidSchedule, normalizedContent } from "../domain/link-rules.ts";
import { instantOf } from "../domain/vacation.ts";

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

/** The link after a change. Throws title_required, invalid_url and invalid_date_range. */
export function linkAfter(kind: LinkKind, before: LinkState, change: LinkChange): LinkState {
  const { title = before.title, url = before.url, icon = before.icon, enabled = before.enabled } = change;
  const content = normalizedContent(kind, { title, url });
  if (typeof content === "string") throw new AppError(`creator.link.${content}`);
  const schedule = { startsAt: dateAfter(before.startsAt, change.startsAt), endsAt: dateAfter(before.endsAt, change.endsAt) };
  if (hasInvalidSchedule(schedule)) throw new AppError("creator.link.invalid_date_range");
  return { ...content, icon: icon || null, enabled, ...schedule };
}

function dateAfter(before: Date | null, change: string | null | undefined): Date | null {
  if (change === undefined) return before;
  return change === null ? null : instantOf(change);
}
