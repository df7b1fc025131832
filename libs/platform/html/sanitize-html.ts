import sanitize from "sanitize-html";
import { type StartTag, startTagsOf, withTextEscaped } from "./tags.ts";

/**
 * Structure, emphasis, lists, tables, links and pictures. No scripts, styles, frames, forms or event handlers, and no links but
 * `http`, `https`, `mailto` and `tel`.
 */
const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "div", "span", "section", "article", "header", "footer", "address"],
    ...[
      "details",
      "summary",
      "b",
      "strong",
      "i",
      "em",
      "u",
      "s",
      "small",
      "sub",
      "sup",
      "mark",
      "abbr",
      "cite",
      "q",
      "blockquote",
      "code",
      "pre",
      "kbd",
    ],
    ...["ul", "ol", "li", "dl", "dt", "dd", "a", "img", "figure", "figcaption", "time"],
    ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
  ],
  allowedAttributes: {
    "*": ["id", "lang", "dir", "title"],
    a: ["href", "rel", "hreflang"],
    details: ["open"],
    img: ["src", "alt", "width", "height"],
    ol: ["start", "type"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
    time: ["datetime"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 100,
  transformTags: {
    // The policy of the pages blocks pictures of other hosts. Texts that were stored before they were refused show its words instead.
    img: (name, { src = "", alt = "", ...others }) =>
      isOwnPicture(src) ? { tagName: name, attribs: { src, alt, ...others } } : { tagName: "span", attribs: {}, text: alt || src },
  },
};
/** An answer names at most this many removed parts. */
const MAX_REMOVED_PARTS = 50;

/** A part of HTML that was not stored. */
export interface RemovedPart {
  readonly what: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Removes every part of HTML that a browser would execute; what only looks like a tag stays as text. Idempotent. */
export function sanitizeHtml(html: string): string {
  // After a removal, the rest of broken HTML may nest differently; the second pass sanitizes that result too.
  return sanitizedOnce(sanitizedOnce(html));
}

function sanitizedOnce(html: string): string {
  return sanitize(withTextEscaped(html), ALLOWED);
}

/** The tags and attributes that {@link sanitizeHtml} removes, in their order. */
export function removedParts(html: string): RemovedPart[] {
  return startTagsOf(html).flatMap(partsRemovedOf).slice(0, MAX_REMOVED_PARTS);
}

function partsRemovedOf(tag: StartTag): readonly RemovedPart[] {
  const { source, name, attributes, line } = tag;
  if (ALLOWED.allowedTags === false || !ALLOWED.allowedTags?.includes(name)) return [{ what: `<${name}>`, line }];
  if (attributes.size === 0) return [];
  const kept = startTagsOf(sanitizedOnce(source))[0]?.attributes;
  return [...attributes.keys()].filter((each) => !kept?.has(each)).map((each) => ({ what: `${each} of <${name}>`, line }));
}

/** The pictures that readers would not see, because they are not on this site. */
export function foreignPictures(html: string): readonly { readonly address: string; readonly line: number }[] {
  return startTagsOf(html)
    .filter(({ name }) => name === "img")
    .map(({ attributes, line }) => ({ address: attributes.get("src") ?? "", line }))
    .filter(({ address }) => !isOwnPicture(address));
}

/** Whether an address is a path of this site. Browsers take `//` and `/\` at the start for another host, and skip some control characters. */
function isOwnPicture(src: string): boolean {
  return /^\/(?![/\\])[^\p{Cc}]*$/u.test(src);
}
