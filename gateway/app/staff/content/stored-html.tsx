import { type ComponentChild, h, type VNode } from "preact";

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/g;
const ATTRIBUTE = /([a-z-]+)(?:="([^"]*)")?/g;
const EMPTY: ReadonlySet<string> = new Set(["br", "hr", "img"]);
/** Ids stay out, because those of the console are beside them. */
const SHOWN: ReadonlySet<string> = new Set([
  ...["lang", "dir", "title", "href", "rel", "hreflang", "open", "src", "alt", "width", "height"],
  ...["start", "type", "colspan", "rowspan", "scope", "datetime"],
]);
const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

const textOf = (source: string): string => source.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);

interface Open {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: ComponentChild[];
}

/**
 * HTML as the interface stores it: sanitized, its tags balanced, its attributes quoted. The policy of the pages lets no script set HTML, so
 * it becomes elements one by one.
 */
export function StoredHtml({ html }: { readonly html: string }): VNode {
  const root: Open = { tag: "div", attributes: { class: "prose", dir: "auto" }, children: [] };
  const path = [root];
  const last = () => path.at(-1) ?? root;
  const close = () => {
    const done = path.length > 1 ? path.pop() : undefined;
    if (done) last().children.push(elementOf(done));
  };
  let at = 0;
  for (const { 0: source, 1: slash, 2: tag = "", 3: attributes = "", index } of html.matchAll(TAG)) {
    last().children.push(textOf(html.slice(at, index)));
    at = index + source.length;
    if (slash === "/") close();
    else path.push({ tag, attributes: attributesOf(attributes), children: [] });
    if (EMPTY.has(tag)) close();
  }
  last().children.push(textOf(html.slice(at)));
  while (path.length > 1) close();
  return elementOf(root);
}

const elementOf = ({ tag, attributes, children }: Open): VNode => h(tag, attributes, ...children);

function attributesOf(source: string): Readonly<Record<string, string>> {
  const found = [...source.matchAll(ATTRIBUTE)].filter(([, name = ""]) => SHOWN.has(name));
  return Object.fromEntries(found.map(([, name = "", value = ""]) => [name, textOf(value)]));
}
