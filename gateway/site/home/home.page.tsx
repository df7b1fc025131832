import { popularCreators } from "../discover/popular-creators.tsx";
import { SearchForm } from "../discover/search-form.tsx";
import type { Page } from "../page.ts";

/** The product in three steps, and its most popular creators. */
export const home: Page = {
  path: "/",
  shell: "public",
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
          {!config.isSwitchedOff("DISCOVER") && (await popularCreators(about))}
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
