import type { FunctionComponent, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { go } from "../../client/navigation.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { NotFound } from "../../ui/not-found.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { CaseList } from "./case-list.tsx";
import { addressOf, type Cases, type Listed, orderOf, PAGE_SIZE, usersOf, type View, viewOf } from "./cases-of.ts";
import { DecideMany } from "./decide-many.tsx";
import { ColleagueContext } from "./decision.tsx";
import { useActs } from "./live.ts";
import { askForMissingNames, askForNames } from "./names.ts";
import { useSelection } from "./selection.ts";
import { useStaff } from "./staff.ts";
import { useLooking } from "./use-looking.ts";

const NO_MARKS: ReadonlyMap<string, VNode> = new Map();
const WIDE = matchMedia("(min-width: 80rem)");

/** The page of a list, and of each of its objects: side by side where there is room, else one after the other. */
export function casesPage<Item, One, Tab extends string>(declared: Cases<Item, One, Tab>): FunctionComponent<AppPage> {
  // The tab of an address is one of those that are declared.
  const of = declared as unknown as Cases<Item, One>;
  return function CasesPage({ params, query }) {
    const isWide = useWide();
    const [id = null] = Object.values(params);
    const view = viewOf(of, query);
    const lastId = useLast(id);
    const hasList = isWide || id === null;
    const opened = useRef<Opened<One> | null>(id === null ? null : { id, isFound: false, item: null });
    const loaded = useQuery(hasList ? addressOf(of, view) : "", () =>
      hasList ? listOf(of, view, (items) => findFirst(of, items, opened.current)) : Promise.resolve(null),
    );
    // It is of the time of the list, and serves the first look only.
    useEffect(() => {
      if (opened.current?.id !== id) opened.current = null;
    }, [id]);
    useLooking(() => hasList && loaded.reload());
    const done = useRef(new Set<string>()).current;
    const { me } = useStaff();
    // The list still has what a colleague has just decided.
    useActs(of.kind, ({ id: changedId, by }) => by !== null && by !== me.id && done.add(changedId));
    const selection = useSelection(of.together, of.idOf);
    const [marks, setMarks] = useState<ReadonlyMap<string, VNode>>(new Map());
    const changed = (mark?: VNode) => {
      if (id !== null && mark !== undefined) setMarks((before) => new Map(before).set(id, mark));
      loaded.reload();
    };
    const decidedMany = (ids: readonly string[]) => {
      for (const each of ids) done.add(each);
      if (id !== null && ids.includes(id)) go(addressOf(of, view));
      loaded.reload();
    };
    const list = hasList && (
      <CaseList key={addressOf(of, view)} {...{ of, view, loaded, selection, marks }} openId={id} returnsTo={id === null ? lastId : null}>
        {selection && <DecideMany selection={selection} listed={loaded.data?.items ?? []} decided={decidedMany} />}
      </CaseList>
    );
    // The list may hold the object already.
    const isReady = !hasList || loaded.data !== null || loaded.error !== null;
    const row = loaded.data?.items.find((item) => of.idOf(item) === id);
    const whole = row === undefined ? null : of.whole(row);
    const first = opened.current?.id === id && opened.current.isFound ? opened.current : null;
    const known = whole === null ? first : { item: whole };
    const open = id !== null && isReady && (
      <OpenCase key={id} {...{ of, id, view, known, done }} findNext={() => nextOf(of, loaded.data?.items, id, done)} changed={changed} />
    );
    if (!isWide) return open || list || null;
    return (
      <div class={id === null ? undefined : "beside"}>
        <div>{list}</div>
        {open && <div>{open}</div>}
      </div>
    );
  };
}

/** The page of a list whose objects have no page. */
export function listPage<Item, Tab extends string>(declared: Listed<Item, Tab>): FunctionComponent<AppPage> {
  // The tab of an address is one of those that are declared.
  const of = declared as unknown as Listed<Item>;
  return function ListPage({ query }) {
    const view = viewOf(of, query);
    const loaded = useQuery(addressOf(of, view), () => listOf(of, view));
    useLooking(loaded.reload);
    return (
      <CaseList key={addressOf(of, view)} {...{ of, view, loaded }} marks={NO_MARKS} selection={null} openId={null} returnsTo={null} />
    );
  };
}

/** The one after an object in its list, else the first other one. The list may still have objects that were decided. */
function nextOf<Item>(
  of: Pick<Cases<Item, never>, "idOf">,
  items: readonly Item[] = [],
  id: string,
  done: ReadonlySet<string>,
): string | null {
  const ids = items.map(of.idOf).filter((each) => each === id || !done.has(each));
  return ids[ids.indexOf(id) + 1] ?? ids.find((each) => each !== id) ?? null;
}

/** @param others asks for what is shown beside the list, with the users in it, so that one call names all */
async function listOf<Item>(of: Listed<Item>, view: View, others?: (items: readonly Item[]) => Promise<readonly string[]>) {
  const { cursor, ...wanted } = view;
  const list = await of.list({ ...wanted, ...(cursor !== "" && { cursor }), limit: PAGE_SIZE, sort: orderOf(of, wanted.tab) });
  const beside = (await others?.(list.items)) ?? [];
  await askForNames([...list.items.flatMap(of.usersIn), ...beside, ...(of.Filter ? [] : usersOf(of, view))]);
  return list;
}

/** The object that a page was opened with. */
interface Opened<One> {
  readonly id: string;
  /** It was asked for. */
  isFound: boolean;
  /** Null: there is none. */
  item: One | null;
}

/** Finds the object that the page was opened with, unless the list says all of it. Its own part of the page says why it failed. */
async function findFirst<Item, One>(of: Cases<Item, One>, items: readonly Item[], opened: Opened<One> | null): Promise<readonly string[]> {
  const row = items.find((item) => of.idOf(item) === opened?.id);
  if (opened === null || opened.isFound || (row !== undefined && of.whole(row) !== null)) return [];
  try {
    opened.item = await of.find(opened.id);
    opened.isFound = true;
  } catch {
    return [];
  }
  return opened.item === null ? [] : of.usersIn(opened.item);
}

interface OpenCaseProps<Item, One> {
  readonly of: Cases<Item, One>;
  readonly id: string;
  readonly view: View;
  /** The object as it came with the list; null: it must be found. */
  readonly known: { readonly item: One | null } | null;
  /** The object that follows as of now; null: none is listed. */
  findNext(): string | null;
  /** Gets the ids that are decided. */
  readonly done: Set<string>;
  /** The object is no longer what the list says. */
  changed(mark?: VNode): void;
}

function OpenCase<Item, One>({ of, id, view, known, findNext, done, changed }: OpenCaseProps<Item, One>): VNode {
  const { t } = useReader();
  const { me } = useStaff();
  const first = useRef(known);
  const last = useRef<One | null>(null);
  const query = useQuery(id, async () => {
    const found = first.current ? first.current.item : await of.find(id);
    first.current = null;
    // An open dialog would go with its object.
    const item = found ?? (of.opensNext ? last.current : null);
    last.current = item;
    await askForMissingNames(item === null ? [] : of.usersIn(item));
    return { item, isGone: found === null };
  });
  useLooking(query.reload);
  const [colleague, setColleague] = useState<string | null>(null);
  useActs(of.kind, async ({ id: changedId, by }) => {
    if (changedId !== id || by === me.id) return;
    query.reload();
    if (by === null) return;
    await askForMissingNames([by]);
    setColleague(by);
  });
  const marked = (mark?: VNode) => {
    query.reload();
    changed(mark);
  };
  const decided = (mark?: VNode) => {
    done.add(id);
    const next = findNext();
    if (of.opensNext || (mark !== undefined && next !== null)) go(addressOf(of, view, next ?? undefined));
    else query.reload();
    changed(mark);
  };
  const back = addressOf(of, view);
  return (
    <>
      <p class="actions">
        <a href={back}>{t(of.title)}</a>
      </p>
      <Loaded query={query}>
        {({ item, isGone }) =>
          item === null ? (
            <NotFound text={of.notFound} back={back} backText={of.title} />
          ) : (
            <ColleagueContext.Provider value={colleague}>
              <of.Case item={item} isGone={isGone} changed={() => marked()} marked={marked} decided={decided} />
            </ColleagueContext.Provider>
          )
        }
      </Loaded>
    </>
  );
}

/** The object that was open last, also once none is. */
function useLast(id: string | null): string | null {
  const last = useRef(id);
  last.current = id ?? last.current;
  return last.current;
}

/** Whether a case has room beside its list. */
export function useWide(): boolean {
  const [isWide, setWide] = useState(WIDE.matches);
  useEffect(() => {
    const follow = () => setWide(WIDE.matches);
    WIDE.addEventListener("change", follow);
    return () => WIDE.removeEventListener("change", follow);
  }, []);
  return isWide;
}
