import type { VNode } from "preact";
import { discoverCreators } from "#libs/contracts/creator/index.ts";
import type { Page, PageContext } from "../page.ts";
import { Empty } from "../parts/controls.tsx";
import { CreatorCards } from "./creator-card.tsx";
import { SearchForm } from "./search-form.tsx";

const SHOWN = 12;

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
          {!config.isSwitchedOff("DISCOVER") && (await creators(about))}
          <p class="actions">
            <a class="button primary" href="/discover">
              {t("page.home.find")}
            </a>
            <a class="button" href="/become-creator" data-no-creator>
              {t("page.home.becomeCreator")}
            </a>
          </p>
        </>
      ),
    };
  },
};

/** The most followed creators; without any, what is true instead. */
async function creators({ ask, t, site }: PageContext): Promise<VNode> {
  const { results, total } = await ask(discoverCreators, { limit: SHOWN });
  const become = <a href="/become-creator">{t("page.home.becomeCreator")}</a>;
  return (
    <section aria-labelledby="creators">
      <h2 id="creators">{t("page.home.creators")}</h2>
      {results.length > 0 ? (
        <CreatorCards creators={results} label={t("page.home.creators")} />
      ) : (
        <Empty action={become}>{t(total > 0 ? "page.home.allAway" : "page.home.nobody")}</Empty>
      )}
      {total === 0 && !site.production && (
        <p class="hint">
          {t("page.home.seed")} <code dir="ltr">npm run seed</code>
        </p>
      )}
    </section>
  );
}
