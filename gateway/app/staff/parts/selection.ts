import type { FunctionComponent, VNode } from "preact";
import { useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey, Texts } from "#gateway/ui/texts.ts";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import type { DecisionProps } from "./decision.tsx";
import type { Outcome } from "./send-each.ts";
import { type StaffReader, useStaff } from "./staff.ts";

/** Objects that one dialog decides at most. */
const MAX_SELECTED = 50;

/** How several objects of a list are decided by one dialog. */
export interface Together<Item> {
  /** The action of each decision. */
  readonly action: RoutedAction;
  /** Whether this reader may decide the object. */
  mayDecide(item: Item, me: StaffReader["me"]): boolean;
  /** What all selected ones have in common, and why one of another group is not selected beside them; absent: nothing. */
  readonly group?: { of(item: Item): string; readonly other: TextKey };
  readonly decisions: readonly ManyDecision<Item>[];
}

/** One way to decide the selected objects. */
export type ManyDecision<Item> = Shown<Item> & (SentAlone<Item> | SentTogether<Item>);

interface Shown<Item> extends Pick<DecisionProps, "kind"> {
  /** Names the decision, as one of a single object does. */
  readonly act: string;
  readonly verb: TextKey;
  /** The key that opens its dialog. */
  readonly keys: string;
  /** Verb and objects, with their `number`. */
  readonly title: TextKey;
  facts(t: Texts, items: readonly Item[]): DecisionProps["facts"];
  /** What follows. */
  readonly Follows: FunctionComponent<{ readonly items: readonly Item[] }>;
  /** Null: the decision has none. */
  readonly reason: { readonly readBy: TextKey; readonly maxLength: number } | null;
  /** The state of an object that this has decided. */
  readonly Decided: FunctionComponent;
}

interface SentAlone<Item> {
  /** @param idempotencyKey one for each object, also when it is sent again */
  send(item: Item, reason: string, idempotencyKey: string): Promise<unknown>;
  readonly sendAll?: never;
}

interface SentTogether<Item> {
  readonly send?: never;
  /**
   * Resolves to what became of each object, by id.
   * @param idempotencyKey one for the dialog, also when it is sent again
   */
  sendAll(items: ReadonlyMap<string, Item>, idempotencyKey: string): Promise<ReadonlyMap<string, Outcome>>;
}

/** What the reader has selected in a list, and what became of it. It outlives the pages of the list. */
export interface Selection<Item> {
  readonly of: Together<Item>;
  /** By id. */
  readonly items: ReadonlyMap<string, Item>;
  /** What became of objects that were decided together, by id. */
  readonly outcomes: ReadonlyMap<string, VNode>;
  /** Why the last one could not be selected; null: it was. */
  readonly refused: string | null;
  has(item: Item): boolean;
  maySelect(item: Item): boolean;
  /** Selects an object, or no longer; false: it cannot be. */
  toggle(item: Item): boolean;
  /** Selects those that may be selected beside the first one, up to the most. */
  addAll(items: readonly Item[]): void;
  clear(): void;
  /** Says what became of objects, which are no longer selected. */
  settle(outcomes: ReadonlyMap<string, VNode>): void;
  /** Objects that have left the list are no longer selected. */
  drop(id: string): void;
}

/** @returns null: the list has no such decisions, or none that the reader may make */
export function useSelection<Item>(of: Together<Item> | undefined, idOf: (item: Item) => string): Selection<Item> | null {
  const { t, formats } = useReader();
  const { me, may } = useStaff();
  const [items, setItems] = useState<ReadonlyMap<string, Item>>(new Map());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, VNode>>(new Map());
  const [refused, setRefused] = useState<string | null>(null);
  if (of === undefined || !may(of.action)) return null;
  const without = (ids: Iterable<string>) => (before: ReadonlyMap<string, Item>) => {
    const gone = new Set(ids);
    return new Map([...before].filter(([id]) => !gone.has(id)));
  };
  const problemWith = (item: Item): string | null => {
    const [first] = items.values();
    if (first !== undefined && of.group && of.group.of(first) !== of.group.of(item)) return t(of.group.other);
    return items.size < MAX_SELECTED ? null : t("page.console.selectedMost", { number: formats.number(MAX_SELECTED) });
  };
  return {
    of,
    items,
    outcomes,
    refused,
    has: (item) => items.has(idOf(item)),
    maySelect: (item) => of.mayDecide(item, me),
    toggle(item) {
      const id = idOf(item);
      const problem = items.has(id) ? null : problemWith(item);
      setRefused(problem);
      if (problem !== null) return false;
      setItems((before) => (before.has(id) ? without([id])(before) : new Map(before).set(id, item)));
      return true;
    },
    addAll(listed) {
      const [first = listed[0]] = items.values();
      const fits = listed.filter(
        (item) => first !== undefined && of.mayDecide(item, me) && (!of.group || of.group.of(first) === of.group.of(item)),
      );
      setItems((before) => new Map([...before, ...fits.map((item) => [idOf(item), item] as const)].slice(0, MAX_SELECTED)));
      setRefused(null);
    },
    clear() {
      setItems(new Map());
      setRefused(null);
    },
    settle(settled) {
      setOutcomes((before) => new Map([...before, ...settled]));
      setItems(without(settled.keys()));
      setRefused(null);
    },
    drop: (id) => setItems((before) => (before.has(id) ? without([id])(before) : before)),
  };
}
