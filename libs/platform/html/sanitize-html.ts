import sanitize from "sanitize-html";

/**
 * Structure, emphasis, lists, tables, links and pictures. No scripts, styles, frames, forms or event handlers, and no links but
 * `http`, `https`, `mailto` and `tel`.
 */
const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "div", "span", "section", "article", "header", "footer", "address"],
    ...["b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "mark", "abbr", "cite", "q", "blockquote", "code", "pre", "kbd"],
    ...["ul", "ol", "li", "dl", "dt", "dd", "a", "img", "figure", "figcaption", "time"],
    ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
  ],
  allowedAttributes: {
    "*": ["id", "lang", "dir", "title"],
    a: ["href", "rel", "hreflang"],
    img: ["src", "alt", "width", "height"],
    ol: ["start", "type"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
    time: ["datetime"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 100,
};

/** Removes every part of HTML that a browser would execute. Idempotent. */
export function sanitizeHtml(html: string): string {
  // After a removal, the rest of broken HTML may nest differently; the second pass sanitizes that result too.
  return sanitize(sanitize(html, ALLOWED), ALLOWED);
}
