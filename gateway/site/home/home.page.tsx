import { pageForUsers } from "../app.page.tsx";
import { popularCreators } from "../discover/popular-creators.tsx";
import { SearchForm } from "../discover/search-form.tsx";
import type { Page } from "../page.ts";
import { SiteHead } from "../site-head.tsx";
import { ForCreators } from "./creator-earnings.tsx";
import { Hero } from "./hero.tsx";
import { Questions } from "./questions.tsx";
import { Steps } from "./steps.tsx";

/** What the product is for fans and for creators, and its most popular creators. Users get a home of their own. */
export const home: Page = {
  path: "/",
  shell: "public",
  isRemembered: true,
  forUsers: pageForUsers("/"),
  async view(about) {
    const { t, site, config } = about;
    const { name: operator, tagline } = site;
    const isOpen = !config.isSwitchedOff("DISCOVER");
    return {
      title: site.name,
      head: <SiteHead title={`${operator}: ${tagline}`} description={t("page.home.description")} path="/" site={site} />,
      main: (
        <div class="home">
          <Hero operator={operator} tagline={tagline} hours={config.read("dm.timeout_hours")} />
          <Steps />
          {isOpen && (await popularCreators(about, <SearchForm action="/discover" label={t("page.discover.search")} isBeside />))}
          <ForCreators about={about} />
          <Questions operator={operator} />
        </div>
      ),
    };
  },
};
