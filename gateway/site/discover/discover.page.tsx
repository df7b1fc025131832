import type { VNode } from "preact";
import { platformName } from "#gateway/ui/creator/platforms.ts";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { discoverCategory, discoverCreators, discoverPlatforms, getPublicBio } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Page, PageContext } from "../page.ts";
import { SiteHead } from "../site-head.tsx";
import { type CardProps, CreatorCards } from "./creator-card.tsx";
import { popularCreators } from "./popular-creators.tsx";
import { SearchForm } from "./search-form.tsx";

const PAGE_SIZE = 24;
/** Lengths of a query that the API takes, in characters. */
const [MIN_QUERY, MAX_QUERY] = [2, 50];

/** Finds creators by the words of their names and texts, lists all of them in pages, and links to the creators of each platform. */
export const discover: Page = {
  path: "/discover",
  shell: "public",
  async view(about) {
    const { t, query, config, site } = about;
    if (config.isSwitchedOff("DISCOVER")) throw new AppError("features.discover_disabled");
    const asked = (query.get("q")?.trim() ?? "").slice(0, MAX_QUERY).toWellFormed().trim();
    const cursor = query.get("cursor") ?? undefined;
    const isFirst = asked === "" && cursor === undefined;
    const [list, platforms] = await Promise.all([
      asked === "" ? everyCreator(cursor, about) : found(asked, cursor, about),
      about.ask(discoverPlatforms, {}),
    ]);
    return {
      title: t("page.discover.title"),
      ...(isFirst ? {} : { noindex: true as const }),
      head: <SiteHead title={t("page.discover.title")} description={t("page.home.description")} path="/discover" site={site} />,
      main: (
        <>
          <h1>{t("page.discover.title")}</h1>
          <SearchForm action="/discover" label={t("page.discover.search")} value={asked} />
          {list}
          <PlatformLinks platforms={platforms.platforms} />
        </>
      ),
    };
  },
};

async function everyCreator(cursor: string | undefined, about: PageContext): Promise<VNode> {
  const { results, nextCursor } = await about.ask(discoverCreators, { limit: PAGE_SIZE, cursor, include: "facts" });
  if (cursor === undefined && results.length === 0 && nextCursor === null) return popularCreators(about);
  const label = about.t("page.home.creators");
  return (
    <section aria-labelledby="creators">
      <h2 id="creators">{label}</h2>
      {results.length > 0 && <CreatorCards creators={results} label={label} />}
      <NextPage path="/discover" cursor={nextCursor} />
    </section>
  );
}

async function found(asked: string, cursor: string | undefined, about: PageContext): Promise<VNode> {
  const isShort = asked.length < MIN_QUERY;
  const [named, fitting] = await Promise.all([
    cursor === undefined ? creatorCalled(asked.replace(/^@/, "").toLowerCase(), about) : null,
    isShort ? { results: [], nextCursor: null } : about.ask(discoverCreators, { q: asked, limit: PAGE_SIZE, cursor, include: "facts" }),
  ]);
  const others = fitting.results.filter(({ username }) => username !== named?.username);
  const creators: readonly CardProps[] = named ? [named, ...others] : others;
  if (creators.length === 0) {
    return (
      <Empty>
        <Sentence of="page.discover.unknown" parts={{ name: <Name>{asked}</Name> }} />
      </Empty>
    );
  }
  return (
    <>
      <CreatorCards creators={creators} label={about.t("page.discover.found")} />
      <NextPage path="/discover" query={asked} cursor={fitting.nextCursor} />
    </>
  );
}

/** A link to the page after a cursor; nothing on the last page. */
function NextPage({
  path,
  query,
  cursor,
}: {
  readonly path: string;
  readonly query?: string;
  readonly cursor: string | null;
}): VNode | null {
  const { t } = useReader();
  if (cursor === null) return null;
  const asked = new URLSearchParams(query === undefined ? { cursor } : { q: query, cursor });
  return (
    <p class="actions">
      <a class="button" href={`${path}?${asked}`} rel="next">
        {t("page.list.next")}
      </a>
    </p>
  );
}

/** The creator with that username; null when none has it. */
async function creatorCalled(username: string, { ask }: PageContext): Promise<CardProps | null> {
  try {
    const creator = await ask(getPublicBio, { username });
    return { ...creator, facts: creator };
  } catch (error) {
    if (error instanceof AppError && error.code === 404) return null;
    throw error;
  }
}

/** Only platforms with a creator: a link that leads to an empty page helps no reader. */
function PlatformLinks({ platforms }: { readonly platforms: readonly string[] }): VNode | null {
  const { t } = useReader();
  if (platforms.length === 0) return null;
  return (
    <>
      <h2>{t("page.discover.platforms")}</h2>
      <ul class="chips">
        {platforms.map((platform) => (
          <li key={platform}>
            <a class="tag" href={`/discover/${platform.toLowerCase()}`}>
              {platformName(platform)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Creators with a verified account on a platform, in pages. */
export const discoverPlatform: Page = {
  path: "/discover/{platform}",
  shell: "public",
  isRemembered: true,
  async view({ t, ask, params, query }) {
    const platform = params.platform ?? "";
    const { results, nextCursor } = await ask(discoverCategory, { platform, cursor: query.get("cursor") ?? undefined, include: "facts" });
    const title = t("page.discover.on", { platform: platformName(platform) });
    return {
      title,
      ...(results.length === 0 ? { noindex: true as const } : {}),
      main: (
        <>
          <h1>{title}</h1>
          {results.length > 0 ? (
            <CreatorCards creators={results} label={title} />
          ) : (
            <Empty action={<a href="/discover">{t("page.discover.title")}</a>}>
              {t("page.discover.nobody", { platform: platformName(platform) })}
            </Empty>
          )}
          <NextPage path={`/discover/${encodeURIComponent(platform)}`} cursor={nextCursor} />
        </>
      ),
    };
  },
};
