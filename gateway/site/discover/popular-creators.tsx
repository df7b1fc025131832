import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { discoverCreators } from "#libs/contracts/creator/index.ts";
import type { PageContext } from "../page.ts";
import { CreatorCards } from "./creator-card.tsx";

const SHOWN = 12;

/** The most followed creators. Without any, a sentence explains why. @param search stands beside the heading */
export async function popularCreators({ ask, t, site }: PageContext, search?: VNode): Promise<VNode> {
  const { results, total } = await ask(discoverCreators, { limit: SHOWN, include: "facts" });
  const become = <a href="/become-creator">{t("page.home.becomeCreator")}</a>;
  return (
    <section aria-labelledby="creators">
      <div class="headed">
        <h2 id="creators">{t("page.home.creators")}</h2>
        {search}
      </div>
      {results.length > 0 ? (
        <CreatorCards creators={results} label={t("page.home.creators")} />
      ) : (
        <Empty action={become}>{t(total > 0 ? "page.home.allAway" : "page.home.nobody")}</Empty>
      )}
      {total === 0 && site.seedCommand !== null && (
        <p class="hint">
          {t("page.home.seed")} <code dir="ltr">{site.seedCommand}</code>
        </p>
      )}
    </section>
  );
}
