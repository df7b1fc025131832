import type { LinkKind } from "#libs/contracts/creator/index.ts";
import { type DocumentOf, date, nullable, text } from "#libs/kernel/fields.ts";

/** Kind of address that a link leads to. */
export type Target = "web" | "mail" | "phone";

interface LinkRule {
  readonly title: "required" | "optional" | "none";
  /** Null: the link has no address. */
  readonly target: Target | null;
}

/** Title and address of each kind of link; a field that a kind does not have is not stored. */
export const LINK_RULES: Readonly<Record<LinkKind, LinkRule>> = {
  LINK: { title: "required", target: "web" },
  HEADING: { title: "required", target: null },
  TEXT: { title: "required", target: null },
  SPACER: { title: "none", target: null },
  EMAIL: { title: "optional", target: "mail" },
  PHONE: { title: "optional", target: "phone" },
  VCARD: { title: "optional", target: "web" },
  DM_BUTTON: { title: "optional", target: null },
  EMBED: { title: "optional", target: "web" },
};

export const linkContentFields = {
  title: nullable(text),
  url: nullable(text),
};

export interface LinkContent extends DocumentOf<typeof linkContentFields> {}

export const linkScheduleFields = {
  startsAt: nullable(date),
  endsAt: nullable(date),
};

export interface LinkSchedule extends DocumentOf<typeof linkScheduleFields> {}

/** Whether the link would end before or when it starts. */
export function hasInvalidSchedule({ startsAt, endsAt }: LinkSchedule): boolean {
  return startsAt !== null && endsAt !== null && endsAt <= startsAt;
}

/** Whether visitors see the link at an instant. */
export function isShown({ enabled, startsAt, endsAt }: LinkSchedule & { readonly enabled: boolean }, now: Date): boolean {
  return enabled && (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);
}

/** Whether a list contains each of these ids exactly once, and nothing else. */
export function isPermutation(order: readonly string[], ids: readonly string[]): boolean {
  return order.length === ids.length && new Set(order).size === order.length && ids.every((id) => order.includes(id));
}
