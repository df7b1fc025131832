import type { ComponentChildren, VNode } from "preact";
import type { TextKey, TextVars } from "../texts.ts";
import { useReader } from "./reader.tsx";

interface SentenceProps {
  readonly of: TextKey;
  readonly vars?: TextVars;
  /** Elements for the placeholders: a name, an amount or a time keeps its own direction. */
  readonly parts: Readonly<Record<string, ComponentChildren>>;
}

/** A text with elements in the places that its language gives them. */
export function Sentence({ of, vars, parts }: SentenceProps): VNode {
  const pieces = useReader()
    .t(of, vars)
    .split(/\{(\w+)\}/);
  return <>{pieces.map((piece, index) => (index % 2 === 0 ? piece : parts[piece]))}</>;
}
