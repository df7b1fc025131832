import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Tabs } from "#gateway/ui/parts/tabs.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { StaffKind } from "#libs/contracts/config/console.ts";
import { Pages } from "../../ui/pager.tsx";
import { Loaded, type Query } from "../../ui/use-query.tsx";
import { addressOf, beginningOf, type Listed, PAGE_SIZE, usersOf, type View } from "./cases-of.ts";
import { CsvLink } from "./csv-link.tsx";
import { useOpenRow } from "./keep-focus.ts";
import { useActs, useLive } from "./live.ts";
import { askForMissingNames } from "./names.ts";
import { PersonName } from "./person.tsx";
import { Search } from "./search.tsx";
import type { Selection } from "./selection.ts";
import { useStaff } from "./staff.ts";

type List<Item> = Awaited<ReturnType<Listed<Item>["list"]>>;

interface CaseListProps<Item> {
  readonly of: Listed<Item>;
  readonly view: View;
  readonly loaded: Query<List<Item> | null>;
  /** The object beside the list; null: the list is the whole page. */
  readonly openId: string | null;
  /** The row that the reader comes back to. */
  readonly returnsTo: string | null;
  /** What is selected to be decided together; null: nothing can be. */
  readonly selection: Selection<Item> | null;
  /** What the reader has made of objects, by id. */
  readonly marks: ReadonlyMap<string, VNode>;
  /** What can be done with the selected ones. */
  readonly children?: ComponentChildren;
}

/** The list of objects in one state, with its tabs, pages and download. */
export function CaseList<Item>({ of, view, loaded, openId, returnsTo, selection, marks, children }: CaseListProps<Item>): VNode {
  const { t, formats } = useReader();
  const { may } = useStaff();
  const { overview } = useLive();
  const title = t(of.title);
  const lists = (of.lists?.of ?? [])
    .filter(({ action }) => may(action))
    .map(({ path, text, queue }) => {
      const waiting = (queue && overview?.queues[queue]) ?? 0;
      return { href: path, text: t(text), isCurrent: path === of.path, number: waiting === 0 ? null : formats.number(waiting) };
    });
  const tabs = Object.entries(of.tabs?.texts ?? {}).map(([tab, text]) => ({
    href: addressOf(of, beginningOf(view, { tab })),
    text: t(text),
    isCurrent: tab === view.tab,
  }));
  return (
    <>
      {openId === null ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
      {of.lists && <Tabs label={t(of.lists.title)} tabs={lists} />}
      {tabs.length > 0 && <Tabs label={title} tabs={tabs} />}
      {of.links && (
        <p class="actions">
          {of.links.map(({ href, text }) => (
            <a key={href} href={href}>
              {t(text)}
            </a>
          ))}
        </p>
      )}
      {of.create && may(of.create.action) && (
        <p class="actions">
          <a href={of.create.path}>{t(of.create.text)}</a>
        </p>
      )}
      {of.search && <Search of={of} view={view} filters={of.search} />}
      <Filters of={of} view={view} />
      {of.New && <of.New filters={view.filters} />}
      {children}
      <Loaded query={loaded}>
        {(latest) => latest && <Rows {...{ of, view, latest, openId, returnsTo, selection, marks }} reload={loaded.reload} />}
      </Loaded>
    </>
  );
}

/** What the list is narrowed to, and the way to all. */
function Filters<Item>({ of, view }: Pick<CaseListProps<Item>, "of" | "view">): VNode | null {
  const { t } = useReader();
  const ids = usersOf(of, view);
  if (ids.length === 0) return null;
  return (
    <p class="actions">
      {ids.map((id) => (
        <span key={id}>
          <Sentence of="page.console.onlyOf" parts={{ name: of.Filter ? <of.Filter id={id} /> : <PersonName userId={id} /> }} />
        </span>
      ))}
      <a href={addressOf(of, beginningOf(view, { filters: {} }))}>{t("page.console.showAll")}</a>
    </p>
  );
}

interface RowsProps<Item> extends Omit<CaseListProps<Item>, "loaded" | "children"> {
  /** The list from the latest answer. */
  readonly latest: List<Item>;
  reload(): void;
}

/** No row moves by itself: new ones wait behind a button, and those that have left the list stay in their place, struck through. */
function Rows<Item>({ of, view, latest, openId, returnsTo, selection, marks, reload }: RowsProps<Item>): VNode {
  const { t } = useReader();
  const changedBy = useChanges(of.kind);
  const [shown, setShown] = useState(latest);
  const latestById = new Map(latest.items.map((item) => [of.idOf(item), item]));
  const { unseen, hasMoved } = newIn(shown.items.map(of.idOf), latest.items.map(of.idOf));
  const added = Math.max(unseen, useRisen(of, view, latest));
  // The reader has decided all rows, and goes on with the next page.
  const isBeyond = openId !== null && latestById.has(openId) && !shown.items.some((item) => of.idOf(item) === openId);
  const place = useOpenRow(openId, shown);
  const isWanted = useRef(false);
  const showNew = () => {
    isWanted.current = true;
    changedBy.clear();
    reload();
  };
  // The rows below stay in their place when the note above them comes.
  useEffect(() => {
    if (shown.items.length > 0 && !isWanted.current && !isBeyond) return;
    isWanted.current = false;
    setShown(latest);
  }, [latest, isBeyond]);
  return (
    <>
      <ListHead {...{ of, view, latest, added, hasMoved, showNew }} />
      {shown.items.length === 0 && <Empty>{t(of.none)}</Empty>}
      <ul class="list" data-cases ref={place}>
        {shown.items.map((item) => {
          const id = of.idOf(item);
          const now = latestById.get(id);
          const by = changedBy.get(id);
          const look = now && !by ? "item" : "item gone";
          const content = (
            <>
              <of.Row item={now ?? item} />
              {selection?.outcomes.get(id)}
              {look !== "item" && (by !== undefined || !selection?.outcomes.has(id)) && (marks.get(id) ?? <Gone by={by} />)}
            </>
          );
          return (
            <li key={id} data-id={id}>
              {selection && <Select {...{ selection, item }} isGone={look !== "item"} id={id} />}
              {of.isOnlyList ? (
                <div class={look} id={`case-${id}`}>
                  {content}
                </div>
              ) : (
                <a
                  class={look}
                  id={`case-${id}`}
                  href={addressOf(of, view, id)}
                  aria-current={id === openId ? "page" : undefined}
                  data-arrive={id === returnsTo || undefined}
                >
                  {content}
                </a>
              )}
            </li>
          );
        })}
      </ul>
      {latest.total !== undefined && <Pages list={latest} path={addressOf(of, beginningOf(view))} oldestFirst />}
      {latest.total === undefined && <NextPage of={of} view={view} cursor={latest.nextCursor} />}
    </>
  );
}

interface SelectProps<Item> {
  readonly selection: Selection<Item>;
  readonly item: Item;
  readonly id: string;
  readonly isGone: boolean;
}

/** Selects the object of a row, so that it is decided with others. One that has left the list is no longer selected. */
function Select<Item>({ selection, item, id, isGone }: SelectProps<Item>): VNode | null {
  const { t } = useReader();
  useEffect(() => {
    if (isGone) selection.drop(id);
  }, [isGone]);
  if (isGone || !selection.maySelect(item)) return null;
  const press = (event: Event) => void (selection.toggle(item) || event.preventDefault());
  return (
    <input
      type="checkbox"
      id={`select-${id}`}
      aria-label={t("page.console.keySelect")}
      aria-labelledby={`select-${id} case-${id}`}
      checked={selection.has(item)}
      onClick={press}
    />
  );
}

/** Why a row is struck: who has changed its object, or that it has left the list. */
function Gone({ by }: { readonly by: string | undefined }): VNode {
  const { t } = useReader();
  return (
    <Badge kind="neutral">
      {by === undefined ? t("page.console.left") : <Sentence of="page.console.changedBy" parts={{ name: <PersonName userId={by} /> }} />}
    </Badge>
  );
}

/** The colleagues who have changed objects of a kind since the list was asked for, by id; the reader's own changes are shown by the answer. */
function useChanges(kind: StaffKind): Map<string, string> {
  const { me } = useStaff();
  const [changes, setChanges] = useState(() => new Map<string, string>());
  useActs(kind, async ({ id, by }) => {
    if (by === null || by === me.id) return;
    await askForMissingNames([by]);
    setChanges((before) => new Map(before).set(id, by));
  });
  return changes;
}

interface ListHeadProps<Item> extends Pick<RowsProps<Item>, "of" | "view" | "latest"> {
  readonly added: number;
  /** Rows of the next page have taken the place of those that left. */
  readonly hasMoved: boolean;
  showNew(): void;
}

function ListHead<Item>({ of, view, latest, added, hasMoved, showNew }: ListHeadProps<Item>): VNode {
  const { t, formats } = useReader();
  return (
    <p class="actions apart">
      {latest.total !== undefined && <span class="hint">{t("page.console.total", { number: formats.number(latest.total) })}</span>}
      <span aria-live="polite">
        {added > 0 ? (
          <Button onClick={showNew}>{t("page.console.newRows", { number: formats.number(added) })}</Button>
        ) : (
          hasMoved && <Button onClick={showNew}>{t("page.console.refreshList")}</Button>
        )}
      </span>
      {of.csv && latest.items.length > 0 && (
        <CsvLink of={of.csv} filters={{ ...view.filters, ...(of.tabs && { [of.tabs.by]: view.tab }) }} />
      )}
    </p>
  );
}

/**
 * How many rows of the latest answer are new. Rows that follow those of a full page have only moved up from the next one: they were there
 * before.
 */
function newIn(shown: readonly string[], latest: readonly string[]): { readonly unseen: number; readonly hasMoved: boolean } {
  const known = new Set(shown);
  const lastKnown = latest.findLastIndex((id) => known.has(id));
  const others = latest.map((id, index) => ({ id, index })).filter(({ id }) => !known.has(id));
  const unseen = shown.length < PAGE_SIZE ? others : others.filter(({ index }) => index < lastKnown);
  return { unseen: unseen.length, hasMoved: others.length > unseen.length };
}

/** By how much the queue of a list has risen since the list was asked for. A number from before that does not know what was decided. */
function useRisen<Item>(of: Listed<Item>, { tab, filters }: View, latest: List<Item>): number {
  const { overview } = useLive();
  const before = useRef({ latest, overview });
  if (before.current.latest !== latest) before.current = { latest, overview };
  const waiting = of.queue && overview?.queues[of.queue];
  const [first = ""] = Object.keys(of.tabs?.texts ?? {});
  const isQueue = tab === first && Object.keys(filters).length === 0;
  return isQueue && waiting && before.current.overview !== overview ? Math.max(0, waiting - (latest.total ?? 0)) : 0;
}

interface NextPageProps<Item> extends Pick<CaseListProps<Item>, "of" | "view"> {
  /** Null: this is the last page. */
  readonly cursor: string | null;
}

/** The ways to the next and to the first page of a list that is read by cursor. */
function NextPage<Item>({ of, view, cursor }: NextPageProps<Item>): VNode | null {
  const { t } = useReader();
  if (cursor === null && view.cursor === "") return null;
  return (
    <nav class="actions" aria-label={t("page.list.pages")}>
      {view.cursor !== "" && <a href={addressOf(of, beginningOf(view))}>{t("page.console.firstPage")}</a>}
      {cursor !== null && <a href={addressOf(of, beginningOf(view, { cursor }))}>{t("page.list.next")}</a>}
    </nav>
  );
}
