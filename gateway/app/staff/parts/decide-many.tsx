import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Name } from "#gateway/ui/parts/values.tsx";
import { Decision } from "./decision.tsx";
import type { ManyDecision, Selection } from "./selection.ts";
import { type Outcome, sendEach } from "./send-each.ts";

interface DecideManyProps<Item> {
  readonly selection: Selection<Item>;
  /** The objects of the page. */
  readonly listed: readonly Item[];
  /** These objects are no longer what the list shows. */
  decided(ids: readonly string[]): void;
}

/** How many objects of a list are selected, and what the reader can do with them. */
export function DecideMany<Item>({ selection, listed, decided }: DecideManyProps<Item>): VNode {
  const { t, formats } = useReader();
  const [open, setOpen] = useState<ManyDecision<Item> | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const { of, items, refused } = selection;
  const start = (decision: ManyDecision<Item>) => {
    setEnded(null);
    setOpen(decision);
  };
  return (
    <div class={items.size > 0 ? "selected" : undefined}>
      {items.size > 0 && (
        <p class="actions">
          <span>{t("page.console.selected", { number: formats.number(items.size) })}</span>
          {of.decisions.map((decision) => (
            <Button key={decision.act} kind={decision.kind} keys={decision.keys} onClick={() => start(decision)}>
              {t(decision.title, { number: formats.number(items.size) })}
            </Button>
          ))}
          <Button kind="quiet" onClick={() => selection.addAll(listed)}>
            {t("page.console.selectAll")}
          </Button>
          <Button kind="quiet" onClick={selection.clear}>
            {t("page.console.selectNone")}
          </Button>
        </p>
      )}
      <p role="status" class="hint">
        {refused ?? ended}
      </p>
      {open && <ManyDialog {...{ selection, listed, decided }} decision={open} ended={setEnded} close={() => setOpen(null)} />}
    </div>
  );
}

interface ManyDialogProps<Item> extends DecideManyProps<Item> {
  readonly decision: ManyDecision<Item>;
  /** Gets the sentence that says how many were decided. */
  ended(text: string): void;
  close(): void;
}

/** The dialog keeps the objects with which it was opened. When it is sent again, those that have an outcome are not. */
function ManyDialog<Item>({ selection, decision, decided, ended, close }: ManyDialogProps<Item>): VNode {
  const { t, formats } = useReader();
  const [items] = useState(selection.items);
  const keys = useRef(new Map<string, string>()).current;
  const outcomes = useRef(new Map<string, Outcome>()).current;
  const number = formats.number(items.size);
  const [count, setCount] = useState(0);
  const send = async (reason: string, idempotencyKey: string) => {
    const { send: sendOne, sendAll } = decision;
    const ended = (id: string, outcome: Outcome) => {
      outcomes.set(id, outcome);
      setCount(outcomes.size);
    };
    if (sendAll) for (const [id, outcome] of await sendAll(items, idempotencyKey)) ended(id, outcome);
    if (!sendOne) return;
    const left = [...items.keys()].filter((id) => !outcomes.has(id));
    await sendEach({ ids: left, keys, send: (id, key) => sendOne(items.get(id) as Item, reason, key), ended });
  };
  const settle = () => {
    if (outcomes.size === 0) return;
    selection.settle(new Map([...outcomes].map(([id, outcome]) => [id, <OutcomeOf key={id} of={outcome} decision={decision} />])));
    const done = [...outcomes.values()].filter((outcome) => outcome === null).length;
    ended(t("page.console.decidedOf", { done: formats.number(done), all: number }));
    decided([...outcomes.keys()]);
  };
  return (
    <Decision
      id={[decision.act, [...items.keys()].join(" ")]}
      title={t(decision.title, { number })}
      verb={t(decision.verb)}
      kind={decision.kind}
      facts={decision.facts(t, [...items.values()])}
      reason={decision.reason && { ...decision.reason, isFirst: true, readBy: t(decision.reason.readBy) }}
      send={send}
      fields={
        <p class="hint" role="status">
          {count > 0 && t("page.console.decidedOf", { done: formats.number(count), all: number })}
        </p>
      }
      meanwhile={async () => null}
      done={() => undefined}
      close={() => {
        close();
        settle();
      }}
    >
      <decision.Follows items={[...items.values()]} />
    </Decision>
  );
}

interface OutcomeOfProps<Item> {
  readonly of: Outcome;
  readonly decision: ManyDecision<Item>;
}

/** What became of one object, as its row says it. */
function OutcomeOf<Item>({ of, decision }: OutcomeOfProps<Item>): VNode {
  const { t } = useReader();
  if (of === null) return <decision.Decided />;
  return (
    <Badge kind="warn">
      {of.isMeanwhile && `${t("page.console.meanwhile")} `}
      <Name>{of.message}</Name>
    </Badge>
  );
}
