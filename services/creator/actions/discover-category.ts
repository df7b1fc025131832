import { implement } from "#libs/contract-kit/implement.ts";
import { discoverCategory } from "#libs/contracts/creator-discovery.ts";
import { cursorPageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import type { Walk } from "../discovery-walks.ts";
import { after, cardOf, MOST_ACCOUNTS, MOST_CARDS, type Wish, wishOf } from "../domain/discovery.ts";

type Finders = Pick<Deps, "discovery" | "socials" | "walks">;

/** GET /discover/category/{platform} (spec 4.12) */
export const discoverCategoryAction = ({ config, ...finders }: Pick<Deps, "config"> & Finders) =>
  implement(discoverCategory, async ({ params }) => {
    const { clientPlatform: platform, country: region } = params;
    const scope = { ...(platform && { platform }), ...(region && { region }) };
    const limit = Math.min(params.limit ?? config.read("discover.page_size", scope), MOST_CARDS);
    const wish = wishOf(params);
    const { rest, walkTo } = params.cursor ? await laterPages(finders, wish, params.cursor) : await firstPage(finders, wish);
    const page = cursorPageOf(rest, limit, (id) => id);
    if (page.nextCursor !== null) await finders.walks.mark(wish, page.nextCursor, await walkTo(page.nextCursor));
    return { ...page, results: (await finders.discovery.cards(page.results)).map(cardOf) };
  });

/** What a page begins with. */
interface Rest {
  /** Who is still to be shown, in order. */
  readonly rest: readonly string[];
  /** The walk that goes on after a cursor. */
  walkTo(cursor: string): Promise<Walk>;
}

async function firstPage({ discovery, socials, walks }: Finders, wish: Wish): Promise<Rest> {
  const order = await discovery.ordered(await socials.creatorsOn(wish.platform, MOST_ACCOUNTS), wish);
  return { rest: order, walkTo: (cursor) => walks.begin(wish, order, cursor) };
}

/** Goes on in the remembered order, without those who are no longer listed. */
async function laterPages(finders: Finders, wish: Wish, cursor: string): Promise<Rest> {
  const resumed = await finders.walks.resume(wish, cursor);
  if (!resumed) {
    const first = await firstPage(finders, wish);
    return { ...first, rest: after(first.rest, cursor) ?? [] };
  }
  const { walk, rest } = resumed;
  const candidates = new Set(await finders.socials.creatorsOn(wish.platform, MOST_ACCOUNTS));
  const unseen = rest.filter((id) => candidates.has(id));
  const listed = await finders.discovery.listed(unseen, wish);
  return { rest: unseen.filter((id) => listed.has(id)), walkTo: async () => walk };
}
