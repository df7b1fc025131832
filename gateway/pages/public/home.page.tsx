import type { VNode } from "preact";
import { discoverCategory } from "#libs/contracts/creator/index.ts";
import type { Page, PageContext } from "../page.ts";
import { Empty } from "../parts/controls.tsx";
import { CreatorCards } from "./creator-card.tsx";
import { PLATFORM_NAMES } from "./platforms.ts";
import { SearchForm } from "./search-form.tsx";

/** Creators of each platform, and creators on the page. */
const [OF_A_PLATFORM, SHOWN] = [3, 12] as const;

/** What the product is, in three steps, and who is there. */
export const home: Page = {
  path: "/",
  face: "public",
  isRemembered: true,
  async view(about) {
    const { t, site, config } = about;
    return {
      title: site.name,
      main: (
        <>
          <h1 class="display">{site.tagline}</h1>
          <ol class="steps">
            <li>{t("page.home.write")}</li>
            <li>{t("page.home.held")}</li>
            <li>{t("page.home.answered")}</li>
          </ol>
          {!config.isSwitchedOff("DISCOVER") && <SearchForm action="/discover" label={t("page.discover.search")} />}
          {!config.isSwitchedOff("DISCOVER") && <Creators creators={await creatorsToShow(about)} t={t} />}
          <p class="actions">
            <a class="button primary" href="/discover">
              {t("page.home.find")}
            </a>
            <a class="button" href="/become-creator">
              {t("page.home.becomeCreator")}
            </a>
          </p>
        </>
      ),
    };
  },
};

type Cards = Parameters<typeof CreatorCards>[0]["creators"];

function Creators({ creators, t }: Pick<PageContext, "t"> & { readonly creators: Cards }): VNode {
  return (
    <section aria-labelledby="creators">
      <h2 id="creators">{t("page.home.creators")}</h2>
      {creators.length > 0 ? (
        <CreatorCards creators={creators} label={t("page.home.creators")} />
      ) : (
        <Empty action={<a href="/become-creator">{t("page.home.becomeCreator")}</a>}>{t("page.home.nobody")}</Empty>
      )}
    </section>
  );
}

async function creatorsToShow({ ask }: PageContext): Promise<Cards> {
  const platforms = Object.keys(PLATFORM_NAMES);
  const found = await Promise.all(platforms.map((platform) => ask(discoverCategory, { platform, sort: "popular", limit: OF_A_PLATFORM })));
  const creators = found.flatMap(({ results }) => results);
  return [...new Map(creators.map((creator) => [creator.id, creator])).values()].slice(0, SHOWN);
}
