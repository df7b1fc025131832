import type { LinkKind } from "#libs/contracts/creator/index.ts";
import { type DocumentOf, date, nullable, text } from "#libs/kernel/fields.ts";

/** Kind of address that a link leads to. */
type Target = "web" | "mail" | "phone";

interface LinkRule {
  readonly title: "required" | "optional" | "none";
  /** Null: the link has no address. */
  readonly target: Target | null;
}

/** Title and address of each kind of link; a field that a kind does not have is not stored. @internal exported for tests */
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

/** The content as a link of this kind stores it, or the reason why it is refused. */
export function normalizedContent(kind: LinkKind, { title, url }: LinkContent): LinkContent | "title_required" | "invalid_url" {
  const rule = LINK_RULES[kind];
  const storedTitle = rule.title === "none" ? null : title?.trim() || null;
  if (rule.title === "required" && storedTitle === null) return "title_required";
  if (rule.target === null) return { title: storedTitle, url: null };
  const storedUrl = NORMALIZERS[rule.target](url ?? "");
  return storedUrl === null ? "invalid_url" : { title: storedTitle, url: storedUrl };
}

const MAX_URL_LENGTH = 2_048;
const MAX_MAIL_LENGTH = 254;
// Browsers drop or reinterpret these characters in an address.
const FORBIDDEN_CHARACTERS = /[\s\p{C}<>"`\\]/u;
const MAIL = /^[a-z0-9.!#$*+/=^_{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i;
const E164 = /^\+[1-9]\d{6,14}$/;

/** Turns an address into a URL for the page; null when the text is no such address. */
const NORMALIZERS: Readonly<Record<Target, (text: string) => string | null>> = {
  web(text) {
    if (!/^https?:\/\//i.test(text) || FORBIDDEN_CHARACTERS.test(text) || !URL.canParse(text)) return null;
    const { href, hostname, username, password } = new URL(text);
    return hostname && !username && !password && href.length <= MAX_URL_LENGTH ? href : null;
  },
  mail(text) {
    const address = text.replace(/^mailto:/i, "");
    return MAIL.test(address) && address.length <= MAX_MAIL_LENGTH ? `mailto:${address}` : null;
  },
  phone(text) {
    const number = text.replace(/^tel:/i, "");
    return E164.test(number) ? `tel:${number}` : null;
  },
};

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
