import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { OpeningStep } from "#libs/contracts/config/console.ts";
import { useLive } from "./parts/live.ts";

const STEPS = {
  HOST: "page.console.openHost",
  TERMS: "page.legal.terms",
  PRIVACY: "page.legal.privacy",
  MAIL: "page.console.openMail",
  PAYMENT: "page.console.openPayments",
  ADMINS: "page.console.openAdmins",
} as const satisfies Record<OpeningStep, TextKey>;

/** Steps that are missing before the site can open; nothing once all are done. */
export function Opening(): VNode | null {
  const { t, formats } = useReader();
  const steps = useLive().overview?.opening;
  if (!steps || steps.every(({ done }) => done)) return null;
  return (
    <section aria-labelledby="opening">
      <h2 id="opening">{t("page.console.opening")}</h2>
      <details>
        <summary>
          {t("page.console.openingCount", {
            done: formats.number(steps.filter(({ done }) => done).length),
            all: formats.number(steps.length),
          })}
        </summary>
        <ul class="list">
          {steps.map(({ key, done }) => (
            <Row key={key} id={key} href={null} end={<StepState isDone={done} />}>
              <strong>{t(STEPS[key])}</strong>
            </Row>
          ))}
        </ul>
      </details>
    </section>
  );
}

function StepState({ isDone }: { readonly isDone: boolean | null }): VNode {
  const { t } = useReader();
  if (isDone === null) return <Badge kind="neutral">{t("page.console.noAnswerYet")}</Badge>;
  return <Badge kind={isDone ? "good" : "warn"}>{t(isDone ? "page.console.done" : "page.console.missing")}</Badge>;
}
