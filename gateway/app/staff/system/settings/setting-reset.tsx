import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { resetConfigKey } from "#libs/contracts/config/index.ts";
import { Decision } from "../../parts/decision.tsx";
import { nothingSent, unlessChanged } from "../../parts/unless-changed.ts";
import { staffApi } from "../../staff-session.ts";
import { MAX_REASON } from "./reason.ts";
import { removedWith } from "./removed-with.tsx";
import { type Entry, findEntry } from "./setting-entry.ts";
import { meanwhileOf } from "./setting-form.tsx";
import { SettingValue } from "./setting-value.tsx";
import { titled } from "./titled.ts";

interface SettingResetProps {
  readonly entry: Entry;
  changed(): void;
}

/** Removes the value that staff have set. */
export function SettingReset({ entry, changed }: SettingResetProps): VNode {
  const { t } = useReader();
  const [shown, setShown] = useState<Entry | null>(null);
  const { key } = entry;
  return (
    <p class="actions">
      <Button kind="danger" onClick={() => setShown(entry)}>
        {t("page.staffSystem.reset")}
      </Button>
      {shown !== null && (
        <Decision
          id={["reset", key]}
          title={titled(t("page.staffSystem.reset"), key)}
          verb={t("page.staffSystem.reset")}
          kind="danger"
          facts={[
            [t("page.staffSystem.now"), <SettingValue key="now" of={shown} value={shown.value} />],
            [t("page.staffSystem.default"), <SettingValue key="default" of={shown} value={shown.default} />],
            ...removedWith(t, shown),
          ]}
          reason={{ readBy: t("page.staffSystem.staffReads"), maxLength: MAX_REASON, isOptional: true }}
          send={(reason, idempotencyKey) =>
            unlessChanged(
              {
                shown: shown.version,
                ask: () => findEntry(key),
                versionOf: (now) => now?.version,
                changed: nothingSent(t("page.staffSystem.nothingSent")),
              },
              () => staffApi.call(resetConfigKey, { key, ...(reason === "" ? {} : { reason }) }, { idempotencyKey }),
            )
          }
          meanwhile={() => meanwhileOf(shown)}
          meanwhileText="page.staffSystem.changedMeanwhile"
          done={changed}
          close={() => setShown(null)}
        >
          {t("page.staffSystem.resetWhat")}
        </Decision>
      )}
    </p>
  );
}
