import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { AnsweredScene, HeldScene, WrittenScene } from "./scenes.tsx";

/** How it works: written, held, answered. */
export function Steps(): VNode {
  const { t } = useReader();
  const steps = [
    { text: t("page.home.write"), scene: <WrittenScene /> },
    { text: t("page.home.held"), scene: <HeldScene /> },
    { text: t("page.home.answered"), scene: <AnsweredScene /> },
  ];
  return (
    <section aria-labelledby="how">
      <h2 id="how">{t("page.home.how")}</h2>
      <ol class="grid steps">
        {steps.map(({ text, scene }, index) => (
          <li key={text} class="card">
            {scene}
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
