import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Tabs } from "#gateway/ui/parts/tabs.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { Pages } from "../../ui/pager.tsx";
import { Loaded, type Query } from "../../ui/use-query.tsx";
import { addressOf, beginningOf, type Cases, queryOf, usersOf, type View } from "./cases-of.ts";
import { PersonName } from "./person.tsx";
import { Search } from "./search.tsx";

type List<Item> = Awaited<ReturnType<Cases<Item, unknown>["list"]>>;
/** A list does not know how its objects are shown by themselves. */
type Listed<Item> = Omit<Cases<Item, never>, "find" | "whole" | "Case">;

interface CaseListProps<Item> {
  readonly of: Listed<Item>;
  readonly view: View;
  readonly loaded: Query<List<Item> | null>;
  /** The object beside the list; null: the list is the whole page. */
  readonly openId: string | null;
  /** The row that the reader comes back to. */
  readonly returnsTo: string | null;
}

/** The list of objects in one state, with its tabs, pages and download. */
export function CaseList<Item>({ of, view, loaded, openId, returnsTo }: CaseListProps<Item>): VNode {
  const { t } = useReader();
  const title = t(of.title);
  const tabs = Object.entries(of.tabs?.texts ?? {}).map(([tab, text]) => ({
    href: addressOf(of, beginningOf(view, { tab })),
    text: t(text),
    isCurrent: tab === view.tab,
  }));
  return (
    <>
      {openId === null ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
      {tabs.length > 0 && <Tabs label={title} tabs={tabs} />}
      {of.search && <Search of={of} view={view} filters={of.search} />}
      <Filters of={of} view={view} />
      <Loaded query={loaded}>{(latest) => latest && <Rows {...{ of, view, latest, openId, returnsTo }} />}</Loaded>
    </>
  );
}

/** The persons that the list is narrowed to, and the way to all. */
function Filters<Item>({ of, view }: Pick<CaseListProps<Item>, "of" | "view">): VNode | null {
  const { t } = useReader();
  const userIds = usersOf(of, view);
  if (userIds.length === 0) return null;
  return (
    <p class="actions">
      {userIds.map((userId) => (
        <span key={userId}>
          <Sentence of="page.console.onlyOf" parts={{ name: <PersonName userId={userId} /> }} />
        </span>
      ))}
      <a href={addressOf(of, beginningOf(view, { filters: {} }))}>{t("page.console.showAll")}</a>
    </p>
  );
}

interface RowsProps<Item> extends Omit<CaseListProps<Item>, "loaded"> {
  /** The list from the latest answer. */
  readonly latest: List<Item>;
}

/** No row moves by itself: new ones wait behind a button, and those that have left the list stay in their place, struck through. */
function Rows<Item>({ of, view, latest, openId, returnsTo }: RowsProps<Item>): VNode {
  const { t, formats } = useReader();
  const [shown, setShown] = useState(latest);
  const latestById = new Map(latest.items.map((item) => [of.idOf(item), item]));
  const added = latest.items.filter((item) => !shown.items.some((each) => of.idOf(each) === of.idOf(item))).length;
  // The rows below stay in their place when the note above them comes.
  useEffect(() => {
    if (shown.items.length === 0) setShown(latest);
  }, [latest]);
  return (
    <>
      <p class="actions apart">
        {latest.total !== undefined && <span class="hint">{t("page.console.total", { number: formats.number(latest.total) })}</span>}
        <span aria-live="polite">
          {added > 0 && <Button onClick={() => setShown(latest)}>{t("page.console.newRows", { number: formats.number(added) })}</Button>}
        </span>
        {of.csv && latest.items.length > 0 && (
          <a href={csvOf(of, view)} download>
            {t("page.console.csv")}
          </a>
        )}
      </p>
      {shown.items.length === 0 && <Empty>{t(of.none)}</Empty>}
      <ul class="list" data-cases>
        {shown.items.map((item) => {
          const id = of.idOf(item);
          const now = latestById.get(id);
          return (
            <li key={id} data-id={id}>
              <a
                class={now ? "item" : "item gone"}
                href={addressOf(of, view, id)}
                aria-current={id === openId ? "page" : undefined}
                data-arrive={id === returnsTo || undefined}
              >
                <of.Row item={now ?? item} />
                {!now && <Badge kind="neutral">{t("page.console.left")}</Badge>}
              </a>
            </li>
          );
        })}
      </ul>
      {latest.total !== undefined && <Pages list={latest} path={addressOf(of, beginningOf(view))} oldestFirst />}
      {latest.total === undefined && <NextPage of={of} view={view} cursor={latest.nextCursor} />}
    </>
  );
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

function csvOf<Item>(of: Listed<Item>, view: View): string {
  const query = queryOf(of, view);
  if (of.tabs) query.set(of.tabs.by, view.tab);
  query.set("format", "csv");
  return `/api/v1${of.csv?.http.path}?${query}`;
}
