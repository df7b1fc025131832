import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getConfigKey } from "#libs/contracts/config/index.ts";
import { listProviders } from "#libs/contracts/config/providers.ts";
import type { ProviderSlot } from "#libs/policies/provider-slots.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useLooking } from "./parts/use-looking.ts";
import { staffApi } from "./staff-session.ts";

/** Implementations for trials, which reach no outside system. */
const FOR_TRIAL: readonly (string | null)[] = [null, "console", "folder", "sandbox"];

interface Step {
  readonly text: TextKey;
  /** Setting that completes the step. */
  readonly setting: string;
  readonly isDone: boolean;
}

async function settingOf(key: string): Promise<string> {
  const { value } = await staffApi.call(getConfigKey, { key });
  return String(value ?? "");
}

async function listSteps(): Promise<readonly Step[]> {
  const [terms, privacy, host, supportEmail, providers] = await Promise.all([
    settingOf("legal.terms_of_service"),
    settingOf("legal.privacy_policy"),
    settingOf("site.public_host"),
    settingOf("site.support_email"),
    staffApi.call(listProviders),
  ]);
  const isServed = (slot: ProviderSlot) => {
    const { active = null, implementations = [] } = providers.find((each) => each.slot === slot) ?? {};
    return !FOR_TRIAL.includes(active) && implementations.some(({ name, configured }) => name === active && configured);
  };
  return [
    { text: "page.legal.terms", setting: "legal.terms_of_service", isDone: terms !== "" },
    { text: "page.legal.privacy", setting: "legal.privacy_policy", isDone: privacy !== "" },
    { text: "page.console.openHost", setting: "site.public_host", isDone: host.startsWith("https://") },
    { text: "page.console.openSupport", setting: "site.support_email", isDone: supportEmail !== "" },
    { text: "page.console.openMail", setting: "provider.email", isDone: isServed("email") },
    { text: "page.console.openPayments", setting: "provider.payment", isDone: isServed("payment") },
  ];
}

/** Steps that are missing before the site can open; nothing once all are done. */
export function Opening(): VNode | null {
  const { t, formats } = useReader();
  const query = useQuery("opening", listSteps);
  useLooking(query.reload);
  if (query.data?.every(({ isDone }) => isDone)) return null;
  return (
    <section aria-labelledby="opening">
      <h2 id="opening">{t("page.console.opening")}</h2>
      <Loaded query={query}>
        {(steps) => (
          <details>
            <summary>
              {t("page.console.openingCount", {
                done: formats.number(steps.filter(({ isDone }) => isDone).length),
                all: formats.number(steps.length),
              })}
            </summary>
            <ul class="list">
              {steps.map((step) => (
                <StepRow key={step.setting} step={step} />
              ))}
            </ul>
          </details>
        )}
      </Loaded>
    </section>
  );
}

function StepRow({ step: { text, setting, isDone } }: { readonly step: Step }): VNode {
  const { t } = useReader();
  const state = <Badge kind={isDone ? "good" : "warn"}>{t(isDone ? "page.console.done" : "page.console.missing")}</Badge>;
  return (
    <Row id={setting} href={null} end={state}>
      <strong>{t(text)}</strong>
      <code class="hint" dir="ltr">
        {setting}
      </code>
    </Row>
  );
}
