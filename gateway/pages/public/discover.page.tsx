import type { VNode } from "preact";
import { discoverCategory, getPublicBio } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { PLATFORM_NAMES, platformName } from "../creator/platforms.ts";
import type { Page, PageContext } from "../page.ts";
import { Empty } from "../parts/controls.tsx";
import { CreatorCards } from "./creator-card.tsx";
import { SearchForm } from "./search-form.tsx";

/** Finds a creator by the whole name, and leads to the creators of each platform. */
export const discover: Page = {
  path: "/discover",
  face: "public",
  async view(about) {
    const { t, query, config } = about;
    if (config.isSwitchedOff("DISCOVER")) throw new AppError("features.discover_disabled");
    const asked = query.get("q")?.trim() ?? "";
    return {
      title: t("page.discover.title"),
      ...(asked === "" ? {} : { noindex: true as const }),
      main: (
        <>
          <h1>{t("page.discover.title")}</h1>
          <SearchForm action="/discover" label={t("page.discover.search")} value={asked} />
          {asked !== "" && <Found name={asked} creator={await creatorCalled(asked, about)} t={t} />}
          <h2>{t("page.discover.platforms")}</h2>
          <PlatformLinks />
        </>
      ),
    };
  },
};

interface Card {
  readonly username: string;
  readonly displayName: string | null;
}

function Found({ name, creator, t }: Pick<PageContext, "t"> & { readonly name: string; readonly creator: Card | null }): VNode {
  if (creator) return <CreatorCards creators={[creator]} label={t("page.discover.found")} />;
  return <Empty>{t("page.discover.unknown", { name })}</Empty>;
}

/** The creator of that name in any letter case, with or without @; null when there is none. */
async function creatorCalled(name: string, { ask }: PageContext): Promise<Card | null> {
  try {
    return await ask(getPublicBio, { username: name.replace(/^@/, "").toLowerCase() });
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
          <a class="chip" href={`/discover/${key}`}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Creators with a verified account on a platform, a page of them at a time. */
export const discoverPlatform: Page = {
  path: "/discover/{platform}",
  face: "public",
  isRemembered: true,
  async view({ t, ask, params, query }) {
    const platform = params.platform ?? "";
    const { results, nextCursor } = await ask(discoverCategory, { platform, cursor: query.get("cursor") ?? undefined });
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
