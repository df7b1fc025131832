const NAME = "[a-z][a-z0-9]*(?:[:-][a-z0-9]+)*";
const VALUE = "\"[^\"]*\"|'[^']*'|[^\\s\"'<>`]+";
const ATTRIBUTE = `(?:[\\s/]+|(?<=["']))([^\\s"'<>/=]+)(?:\\s*=\\s*(${VALUE}))?`;
const MAX_ATTRIBUTES = 50;
/** A tag, a comment or a document type; otherwise a lone `<`, as in `a < b` or `<help@example.org>`. */
const MARKUP = new RegExp(
  `<(/?)(${NAME})((?:${ATTRIBUTE.replace(/\((?![?])/g, "(?:")}){0,${MAX_ATTRIBUTES}})[\\s/]*>|<!--(?:(?!<!--)[^])*?-->|<!doctype[^<>]*>|<`,
  "gi",
);
const EACH_ATTRIBUTE = new RegExp(ATTRIBUTE, "g");

/** A start tag in a text. */
export interface StartTag {
  /** As it was written. */
  readonly source: string;
  /** In lower case. */
  readonly name: string;
  /** Names in lower case, values as they were written, without their quotes. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Counted from 1. */
  readonly line: number;
}

/** HTML in which each `<` that begins no tag is text. A parser would take the words behind it for a broken tag, and drop them. */
export function withTextEscaped(html: string): string {
  return html.replace(MARKUP, (markup) => (markup === "<" ? "&lt;" : markup));
}

/** The start tags of HTML in their order. */
export function startTagsOf(html: string): readonly StartTag[] {
  let line = 1;
  let counted = 0;
  return [...html.matchAll(MARKUP)].flatMap(({ 0: source, 1: slash, 2: name, 3: attributes = "", index }) => {
    line += html.slice(counted, index).split("\n").length - 1;
    counted = index;
    return name === undefined || slash === "/" ? [] : [{ source, name: name.toLowerCase(), attributes: attributesOf(attributes), line }];
  });
}

function attributesOf(source: string): ReadonlyMap<string, string> {
  const found = [...source.matchAll(EACH_ATTRIBUTE)];
  return new Map(found.map(([, name = "", value = ""]) => [name.toLowerCase(), value.replace(/^(["'])(.*)\1$/s, "$2")]));
}
