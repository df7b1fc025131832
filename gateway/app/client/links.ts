import { addressAsTyped } from "#gateway/ui/creator/link-address.ts";
import type { TextKey, Texts } from "#gateway/ui/texts.ts";
import { listLinks } from "#libs/contracts/creator/link.ts";
import { api } from "./api.ts";

const linksOf = (creatorId: string) => api.call(listLinks, { creatorId });

/** A link of a creator's page, as its creator sees it. */
export type Link = Awaited<ReturnType<typeof linksOf>>[number];

/** The direction in which a link is moved. */
export type Way = "up" | "down";

/** The content of a link that its creator edits. Null: empty. */
export type LinkFields = Readonly<Record<"title" | "url" | "startsAt" | "endsAt", string | null>>;

interface Kind {
  readonly name: TextKey;
  readonly hasTitle: boolean;
  /** Label of the address field; null: the kind has no address. */
  readonly address: TextKey | null;
}

/** The kinds of links, in the order in which the form offers them. */
export const KINDS: Readonly<Record<Link["kind"], Kind>> = {
  LINK: { name: "page.links.link", hasTitle: true, address: "page.links.address" },
  HEADING: { name: "page.links.heading", hasTitle: true, address: null },
  TEXT: { name: "page.links.text", hasTitle: true, address: null },
  EMAIL: { name: "page.login.email", hasTitle: true, address: "page.login.email" },
  PHONE: { name: "page.links.phone", hasTitle: true, address: "page.links.phone" },
  DM_BUTTON: { name: "page.links.button", hasTitle: true, address: null },
  SPACER: { name: "page.links.spacer", hasTitle: false, address: null },
  VCARD: { name: "page.links.card", hasTitle: true, address: "page.links.address" },
  EMBED: { name: "page.links.embed", hasTitle: true, address: "page.links.address" },
};

/** The name of a link in messages to its creator. */
export function linkName({ title, url, kind }: Pick<Link, "title" | "url" | "kind">, t: Texts): string {
  return title ?? (url === null ? t(KINDS[kind].name) : addressAsTyped(url));
}

/** The links with one of them moved one place up or down. */
export function moved(links: readonly Link[], linkId: string, way: Way): readonly Link[] {
  const from = links.findIndex(({ id }) => id === linkId);
  return placed(links, linkId, way === "up" ? from - 1 : from + 1);
}

/** The links with one of them moved to an index, counted from 0. */
export function placed(links: readonly Link[], linkId: string, to: number): readonly Link[] {
  const from = links.findIndex(({ id }) => id === linkId);
  const link = links[from];
  if (!link || to < 0 || to >= links.length) return links;
  return links.toSpliced(from, 1).toSpliced(to, 0, link);
}
