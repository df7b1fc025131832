import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";

const QUESTIONS = {
  "page.home.askBack": "page.home.backText",
  "page.home.askCost": "page.home.noFees",
  "page.home.askCard": "page.home.cardText",
} as const;

/** Who holds the money, and what people ask about it. */
export function Questions({ operator }: { readonly operator: string }): VNode {
  const { t } = useReader();
  return (
    <section class="asked-often" aria-labelledby="who">
      <div>
        <h2 id="who">{t("page.home.who")}</h2>
        <p class="lead">{t("page.home.whoText", { operator })}</p>
      </div>
      <div>
        {Object.entries(QUESTIONS).map(([question, answer]) => (
          <details key={question}>
            <summary>{t(question as keyof typeof QUESTIONS)}</summary>
            <p>{t(answer)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
