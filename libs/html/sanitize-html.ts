import sanitize from "sanitize-html";

/**
 * What a published text may be made of: structure, emphasis, lists, tables, links and pictures. No scripts, styles, frames, forms
 * or event handlers, and no address other than of the web and of mail.
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

/** A text in HTML without anything that a browser would run. Doing it again changes nothing more. */
export function sanitizeHtml(html: string): string {
  // What is taken out of a broken text can let the rest nest wrongly; the second pass puts that right.
  return sanitize(sanitize(html, ALLOWED), ALLOWED);
}
