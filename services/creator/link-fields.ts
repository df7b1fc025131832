import type { LinkKind } from "#libs/contracts/creator-link.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { BioLink } from "./data/bio-link.model.ts";
import { endsBeforeItStarts, fittingTerms } from "./domain/link-rules.ts";
import { instantOf } from "./domain/vacation.ts";

export type LinkState = Pick<BioLink, "title" | "url" | "icon" | "enabled" | "startsAt" | "endsAt">;

/** What a creator sent about a link; null clears a field, absence leaves it. */
export interface LinkWish {
  readonly title?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly icon?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly startsAt?: string | null | undefined;
  readonly endsAt?: string | null | undefined;
}

export const FRESH_LINK: LinkState = { title: null, url: null, icon: null, enabled: true, startsAt: null, endsAt: null };

/** A link after a wish. Throws when it would not be what its kind asks for. */
export function linkAfter(kind: LinkKind, before: LinkState, wish: LinkWish): LinkState {
  const { title = before.title, url = before.url, icon = before.icon, enabled = before.enabled } = wish;
  const terms = fittingTerms(kind, { title, url });
  if (typeof terms === "string") throw new AppError(`creator.link.${terms}`);
  const schedule = { startsAt: instant(wish.startsAt, before.startsAt), endsAt: instant(wish.endsAt, before.endsAt) };
  if (endsBeforeItStarts(schedule)) throw new AppError("creator.link.invalid_date_range");
  return { ...terms, icon: icon || null, enabled, ...schedule };
}

function instant(wished: string | null | undefined, before: Date | null): Date | null {
  return wished === undefined ? before : wished === null ? null : instantOf(wished);
}
