import type { VNode } from "preact";
import { Icon } from "#gateway/ui/parts/icons.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Ring } from "#gateway/ui/parts/ring.tsx";

/** How it works: written, held, answered. */
export function Steps(): VNode {
  const { t } = useReader();
  const steps = [
    { text: t("page.home.write"), tone: "", sign: <Icon name="messages" /> },
    { text: t("page.home.held"), tone: "held", sign: <Ring state="held" share={0.66} /> },
    { text: t("page.home.answered"), tone: "good", sign: <Ring state="answered" /> },
  ];
  return (
    <section aria-labelledby="how">
      <h2 id="how">{t("page.home.how")}</h2>
      <ol class="grid steps">
        {steps.map(({ text, tone, sign }, index) => (
          <li key={text} class={`card ${tone}`}>
            <span class="well" aria-hidden="true">
              {sign}
            </span>
            <p>
              <span class="no" aria-hidden="true">
                {index + 1}
              </span>
              {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
