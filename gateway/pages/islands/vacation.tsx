import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { dataOf } from "#libs/client/index.ts";
import { Button, Field } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { Time } from "../parts/values.tsx";
import { Loaded, useData } from "./data.tsx";
import { ErrorNote } from "./error-note.tsx";
import { ForCreators } from "./for-creators.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";
import { api } from "./surroundings.ts";
import { useWork } from "./use-work.ts";

/** When a creator takes no messages for a while. */
export default function Vacation(): VNode {
  return (
    <>
      <SettingsTabs current="vacation" />
      <ForCreators>
        <Settings />
      </ForCreators>
    </>
  );
}

function Settings(): VNode {
  const { t } = useReader();
  const asked = useData("vacation", () => dataOf(api.GET("/creators/me")));
  const [until, setUntil] = useState("");
  const { busy, failure, run } = useWork();
  const set = async (creatorId: string, enabled: boolean) => {
    // The last day is still one of the absence.
    const endDate = enabled && until !== "" ? { endDate: new Date(`${until}T23:59:59`).toISOString() } : {};
    const params = { path: { creatorId } };
    if (await run(() => api.PATCH("/creators/{creatorId}/vacation", { params, body: { enabled, ...endDate } }))) asked.reload();
  };
  return (
    <Loaded asked={asked}>
      {({ id, vacationMode, vacationEnd }) => (
        <>
          <p role="status">
            {!vacationMode && t("page.vacation.off")}
            {vacationMode && vacationEnd === null && t("page.vacation.on")}
            {vacationMode && vacationEnd !== null && (
              <Sentence of="page.vacation.until" parts={{ time: <Time at={vacationEnd} as="date" /> }} />
            )}
          </p>
          {!vacationMode && (
            <Field
              label={t("page.vacation.last")}
              name="until"
              type="date"
              value={until}
              hint={t("page.vacation.lastHint")}
              onInput={(event) => setUntil(event.currentTarget.value)}
            />
          )}
          {failure !== null && <ErrorNote error={failure} />}
          <p class="actions">
            <Button kind="primary" busy={busy} onClick={() => void set(id, !vacationMode)}>
              {vacationMode ? t("page.vacation.end") : t("page.vacation.start")}
            </Button>
          </p>
        </>
      )}
    </Loaded>
  );
}
