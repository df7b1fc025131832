import { useEffect, useRef, useState } from "preact/hooks";
import { guardUnsaved } from "../../client/browser/unsaved.ts";
import { unlessChanged } from "../parts/unless-changed.ts";

/** What one types over a stored version, while others may store further ones. */
export interface Editing<Stored, Typed> {
  readonly typed: Typed;
  /** What was typed over. */
  readonly base: Stored;
  /** A version that was stored meanwhile, and differs from the base; null: there is none. */
  readonly meanwhile: Stored | null;
  change(fields: Partial<Typed>): void;
  /** Sends something, unless the latest version is none that the reader has seen. */
  send(work: () => Promise<unknown>): Promise<boolean>;
  /** Goes on from the version that was stored. */
  stored(now: Stored, typed: Typed): void;
}

interface Version {
  readonly updatedAt: string;
}

interface Source<Stored> {
  /** The latest as the page has it. */
  readonly item: Stored;
  read(): Promise<Stored>;
}

/** Edits a version. While nothing is typed, a later one takes its place; leaving what is typed asks first. */
export function useEditing<Stored extends Version, Typed extends object>(
  { item, read }: Source<Stored>,
  typedOf: (stored: Stored) => Typed,
): Editing<Stored, Typed> {
  const [base, setBase] = useState(item);
  const [latest, setLatest] = useState(item);
  const [saved, setSaved] = useState(() => typedOf(item));
  const [typed, setTyped] = useState(saved);
  const isUnsaved = useRef(false);
  isUnsaved.current = JSON.stringify(typed) !== JSON.stringify(saved);
  useEffect(() => guardUnsaved(() => isUnsaved.current), []);
  const stored = (now: Stored, next: Typed) => {
    isUnsaved.current = false;
    setBase(now);
    setLatest(now);
    setSaved(next);
    setTyped(next);
  };
  useEffect(() => {
    if (item.updatedAt <= latest.updatedAt) return;
    if (isUnsaved.current) setLatest(item);
    else stored(item, typedOf(item));
  }, [item]);
  return {
    typed,
    base,
    meanwhile: latest.updatedAt === base.updatedAt ? null : latest,
    change: (fields) => setTyped((before) => ({ ...before, ...fields })),
    send: (work) =>
      unlessChanged(
        { shown: latest.updatedAt, ask: read, versionOf: ({ updatedAt }) => updatedAt, changed: (now) => setLatest(now) },
        work,
      ),
    stored,
  };
}
