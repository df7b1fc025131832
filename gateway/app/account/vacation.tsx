import type { TargetedEvent, VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, Field } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { wallTimeOf, withOffset } from "#gateway/ui/wall-time.ts";
import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import { setVacation } from "#libs/contracts/creator/vacation.ts";
import { api } from "../client/api.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { ForCreators } from "../ui/for-creators.tsx";
import { useDates } from "../ui/use-dates.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";
import { SettingsTabs } from "./settings-tabs.tsx";

/** The period in which a creator accepts no messages. */
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
  const { t, formats, now } = useReader();
  const today = wallTimeOf(new Date(now()).toISOString(), formats.timeZone).slice(0, "YYYY-MM-DD".length);
  const query = useQuery("vacation", () => api.call(getMyProfile));
  const [until, setUntil] = useState("");
  const { busy, failure, run } = useWork();
  const dates = useDates();
  const set = async (event: TargetedEvent<HTMLFormElement>, creatorId: string, enabled: boolean) => {
    event.preventDefault();
    if (!dates.check(event.currentTarget)) return;
    // The last day still belongs to the vacation, in the zone of the account.
    const endDate = enabled && until !== "" ? { endDate: withOffset(`${until}T23:59`, formats.timeZone) } : {};
    const params = { creatorId };
    if (await run(() => api.call(setVacation, { ...params, enabled, ...endDate }))) query.reload();
  };
  return (
    <Loaded query={query}>
      {({ id, vacationMode, vacationEnd }) => (
        <form class="card" onSubmit={(event) => void set(event, id, !vacationMode)} noValidate>
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
              min={today}
              value={until}
              hint={t("page.vacation.lastHint")}
              problem={dates.problemOf("until")}
              onInput={(event) => setUntil(event.currentTarget.value)}
            />
          )}
          {failure !== null && <ErrorNote error={failure} />}
          <p class="actions">
            <Button type="submit" kind="primary" busy={busy}>
              {vacationMode ? t("page.vacation.end") : t("page.vacation.start")}
            </Button>
          </p>
        </form>
      )}
    </Loaded>
  );
}
