import type { LinkKind } from "#libs/contracts/creator-link.ts";

/** What a link leads to, and how its address is written. */
type Target = "web" | "mail" | "phone";

interface LinkRule {
  readonly title: "required" | "optional" | "none";
  /** Null: it leads nowhere. */
  readonly target: Target | null;
}

/** What each kind of link consists of; what a kind does not have is left out. */
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

export interface LinkTerms {
  readonly title: string | null;
  readonly url: string | null;
}

/** The terms as a link of a kind keeps them, or what is wrong with them. */
export function fittingTerms(kind: LinkKind, { title, url }: LinkTerms): LinkTerms | "title_required" | "invalid_url" {
  const rule = LINK_RULES[kind];
  const kept = rule.title === "none" ? null : title?.trim() || null;
  if (rule.title === "required" && kept === null) return "title_required";
  if (rule.target === null) return { title: kept, url: null };
  const address = ADDRESSES[rule.target](url ?? "");
  return address === null ? "invalid_url" : { title: kept, url: address };
}

const MAX_ADDRESS = 2048;
// Whatever a browser would remove from or read into an address must not be in it.
const UNPRINTABLE = /[\s\p{C}<>"`\\]/u;
const MAIL = /^[a-z0-9.!#$*+/=^_{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i;
const E164 = /^\+[1-9]\d{6,14}$/;

/** An address as something that a page can put behind a link at once; null when it is none. */
const ADDRESSES: Readonly<Record<Target, (text: string) => string | null>> = {
  web(text) {
    if (!/^https?:\/\//i.test(text) || UNPRINTABLE.test(text) || !URL.canParse(text)) return null;
    const { href, hostname, username, password } = new URL(text);
    return hostname && !username && !password && href.length <= MAX_ADDRESS ? href : null;
  },
  mail(text) {
    const address = text.replace(/^mailto:/i, "");
    return MAIL.test(address) && address.length <= 254 ? `mailto:${address}` : null;
  },
  phone(text) {
    const number = text.replace(/^tel:/i, "");
    return E164.test(number) ? `tel:${number}` : null;
  },
};

export interface LinkSchedule {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

export function endsBeforeItStarts({ startsAt, endsAt }: LinkSchedule): boolean {
  return startsAt !== null && endsAt !== null && endsAt <= startsAt;
}

/** Whether visitors see a link at an instant. */
export function isShown({ enabled, startsAt, endsAt }: LinkSchedule & { readonly enabled: boolean }, now: Date): boolean {
  return enabled && (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);
}

/** Whether a list names each of these ids exactly once, and nothing else. */
export function isPermutation(order: readonly string[], ids: readonly string[]): boolean {
  return order.length === ids.length && new Set(order).size === order.length && ids.every((id) => order.includes(id));
}
