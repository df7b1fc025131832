import type { VNode } from "preact";
import { PLATFORM_NAMES, platformName } from "#gateway/ui/creator/platforms.ts";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { discoverCategory, discoverCreators, getPublicBio } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { foldForSearch } from "#libs/kernel/search-fold.ts";
import type { Page, PageContext } from "../page.ts";
import { SiteHead } from "../site-head.tsx";
import { type CardProps, CreatorCards } from "./creator-card.tsx";
import { popularCreators } from "./popular-creators.tsx";
import { SearchForm } from "./search-form.tsx";

/** Similar names are searched among this many creators, the most followed ones. */
const LOOKED_THROUGH = 50;
const MAX_SIMILAR = 12;

/** Finds a creator by the whole name, or creators with similar names, and links to the creators of each platform. */
export const discover: Page = {
  path: "/discover",
  shell: "public",
  async view(about) {
    const { t, query, config, site } = about;
    if (config.isSwitchedOff("DISCOVER")) throw new AppError("features.discover_disabled");
    const asked = query.get("q")?.trim() ?? "";
    return {
      title: t("page.discover.title"),
      ...(asked === "" ? {} : { noindex: true as const }),
      head: <SiteHead title={t("page.discover.title")} description={t("page.home.description")} path="/discover" site={site} />,
      main: (
        <>
          <h1>{t("page.discover.title")}</h1>
          <SearchForm action="/discover" label={t("page.discover.search")} value={asked} />
          {asked === "" ? await popularCreators(about) : await found(asked, about)}
          <h2>{t("page.discover.platforms")}</h2>
          <PlatformLinks />
        </>
      ),
    };
  },
};

async function found(asked: string, about: PageContext): Promise<VNode> {
  const label = about.t("page.discover.found");
  const name = asked.replace(/^@/, "").toLowerCase();
  const creator = await creatorCalled(name, about);
  if (creator) return <CreatorCards creators={[creator]} label={label} />;
  const similar = await creatorsLike(name, about);
  const parts = { name: <Name>{asked}</Name> };
  if (similar.length === 0) {
    return (
      <Empty>
        <Sentence of="page.discover.unknown" parts={parts} />
      </Empty>
    );
  }
  return (
    <>
      <p>
        <Sentence of="page.discover.similar" parts={parts} />
      </p>
      <CreatorCards creators={similar} label={label} />
    </>
  );
}

/** The API finds whole names only. */
async function creatorsLike(name: string, { ask }: PageContext): Promise<readonly CardProps[]> {
  const { results } = await ask(discoverCreators, { limit: LOOKED_THROUGH, include: "facts" });
  const needle = foldForSearch(name);
  const isLike = (text: string) => needle !== "" && foldForSearch(text).includes(needle);
  return results.filter(({ username, displayName }) => isLike(username) || isLike(displayName)).slice(0, MAX_SIMILAR);
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

function PlatformLinks(): VNode {
  return (
    <ul class="chips">
      {Object.entries(PLATFORM_NAMES).map(([key, name]) => (
        <li key={key}>
          <a class="tag" href={`/discover/${key}`}>
            {name}
          </a>
        </li>
      ))}
    </ul>
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
          {nextCursor !== null && (
            <p class="actions">
              <a class="button" href={`/discover/${encodeURIComponent(platform)}?cursor=${encodeURIComponent(nextCursor)}`} rel="next">
                {t("page.list.next")}
              </a>
            </p>
          )}
        </>
      ),
    };
  },
};
