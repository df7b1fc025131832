import { implement } from "#libs/contract-kit/implement.ts";
import { discoverCategory } from "#libs/contracts/creator-discovery.ts";
import { cursorPageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import type { Walk } from "../discovery-walks.ts";
import { after, cardOf, MOST_ACCOUNTS, MOST_CARDS, type Wish, wishOf } from "../domain/discovery.ts";

/** GET /discover/category/{platform} (spec 4.12) */
export const discoverCategoryAction = (deps: Pick<Deps, "config" | "discovery" | "socials" | "walks">) =>
  implement(discoverCategory, async ({ params }) => {
    const limit = Math.min(params.limit ?? deps.config.read("discover.page_size"), MOST_CARDS);
    const wish = wishOf(params);
    const { ids, walk } = params.cursor ? await laterPages(deps, wish, params.cursor) : await firstPages(deps, wish);
    const page = cursorPageOf(ids, limit, (id) => id);
    if (page.nextCursor !== null) await deps.walks.mark(wish, page.nextCursor, walk ?? (await deps.walks.begin(wish, ids)));
    return { ...page, results: (await deps.discovery.cards(page.results)).map(cardOf) };
  });

type Finders = Pick<Deps, "discovery" | "socials" | "walks">;

/** What is still to be shown, in its order; the walk that it belongs to, when there is one already. */
interface Rest {
  readonly ids: readonly string[];
  readonly walk: Walk | null;
}

async function firstPages({ discovery, socials }: Finders, wish: Wish): Promise<Rest> {
  return { ids: await discovery.ordered(await socials.creatorsOn(wish.platform, MOST_ACCOUNTS), wish), walk: null };
}

/** Goes on in the remembered order, without those who are no longer listed. */
async function laterPages(finders: Finders, wish: Wish, cursor: string): Promise<Rest> {
  const walk = await finders.walks.resume(wish, cursor);
  const remembered = walk && after(walk.order, cursor);
  if (!remembered) return { ids: after((await firstPages(finders, wish)).ids, cursor) ?? [], walk: null };
  const candidates = new Set(await finders.socials.creatorsOn(wish.platform, MOST_ACCOUNTS));
  const listed = await finders.discovery.listed(
    remembered.filter((id) => candidates.has(id)),
    wish,
  );
  return { ids: remembered.filter((id) => listed.has(id)), walk };
}
