/** The element that page translators put in the place of a text. */
const WRAPPER = "FONT";

/**
 * Keeps the texts of a root changeable while a page translator replaces them. It takes a text node out and puts a wrapper with the translation
 * there. A node outside of the document would never show its next text, and its translation would stay beside it. So the node waits in the
 * wrapper, empty. Its next text takes the place of the translation, and without the node the wrapper goes.
 */
export function keepTranslatedTexts(root: HTMLElement): void {
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === "characterData") showNext(record.target as Text);
      else for (const node of record.removedNodes) if (node instanceof Text) noteRemoval(node, record);
    }
    // What the listener has changed itself needs no reaction.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
}

/** What a waiting node said; null: the translator has moved the node into the wrapper, and translates it there. */
const waiting = new WeakMap<Text, string | null>();
/** Wrappers in which a node waits. */
const taken = new WeakSet<Element>();

function noteRemoval(text: Text, { target, addedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const left = wrapperOf(target);
  if (left) {
    if (waiting.has(text) && !left.contains(text)) leave(text, left);
    return;
  }
  const wrapper = wrapperOf(text) ?? [...addedNodes, previousSibling, nextSibling].find(isFreeWrapper);
  if (!wrapper || (text.isConnected && !wrapper.contains(text))) return;
  const isMoved = wrapper.contains(text);
  insertBesideWrappers();
  taken.add(wrapper);
  waiting.set(text, isMoved ? null : text.data);
  // What follows the text in its parent follows the wrapper.
  Object.defineProperty(text, "nextSibling", { configurable: true, get: () => wrapper.nextSibling });
  if (isMoved) return;
  wrapper.append(text);
  text.data = "";
}

/** The node was removed, or moved to another place. */
function leave(text: Text, wrapper: Element): void {
  if (text.data === "") text.data = waiting.get(text) ?? "";
  forget(text);
  wrapper.remove();
}

/** A node has a new text, which is not translated yet. */
function showNext(text: Text): void {
  if (typeof waiting.get(text) !== "string") return;
  forget(text);
  wrapperOf(text)?.replaceWith(text);
}

function forget(text: Text): void {
  waiting.delete(text);
  Reflect.deleteProperty(text, "nextSibling");
}

const isWrapper = (node: Node | null): node is Element => node?.nodeName === WRAPPER;
const isFreeWrapper = (node: Node | null): node is Element => isWrapper(node) && !taken.has(node);

/** The outermost wrapper around a node. */
function wrapperOf(node: Node): Element | null {
  let outermost: Element | null = null;
  for (let at: Node | null = node; at && (isWrapper(at) || at === node); at = at.parentNode) if (isWrapper(at)) outermost = at;
  return outermost;
}

type Insert = (this: Node, node: Node, child: Node | null) => Node;

let isPatched = false;

/** What is inserted before a text that waits in a wrapper is inserted before the wrapper. */
function insertBesideWrappers(): void {
  if (isPatched) return;
  isPatched = true;
  const methods = Element.prototype as unknown as Record<"insertBefore" | "moveBefore", Insert | undefined>;
  for (const name of ["insertBefore", "moveBefore"] as const) {
    const insert = methods[name];
    if (!insert) continue;
    methods[name] = function (node, child) {
      const wrapper = child && child.parentNode !== this ? wrapperOf(child) : null;
      return insert.call(this, node, wrapper?.parentNode === this ? wrapper : child);
    };
  }
}
