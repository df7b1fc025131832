import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { wallTimeOf, withOffset } from "#gateway/ui/wall-time.ts";
import { getMyProfile } from "#libs/contracts/creator/profile.ts";
import { setVacation } from "#libs/contracts/creator/vacation.ts";
import { api } from "../client/api.ts";
import { ForCreators } from "../ui/for-creators.tsx";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
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
  const form = useForm();
  const set = async (creatorId: string, enabled: boolean) => {
    // The last day still belongs to the vacation, in the zone of the account.
    const endDate = enabled && until !== "" ? { endDate: withOffset(`${until}T23:59`, formats.timeZone) } : {};
    const params = { creatorId };
    if (await form.run(() => api.call(setVacation, { ...params, enabled, ...endDate }))) query.reload();
  };
  return (
    <Loaded query={query}>
      {({ id, vacationMode, vacationEnd }) => (
        <Form form={form} class="card" onSend={() => set(id, !vacationMode)}>
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
              name="endDate"
              type="date"
              min={today}
              value={until}
              hint={t("page.vacation.lastHint")}
              onInput={(event) => setUntil(event.currentTarget.value)}
            />
          )}
          <Refused />
          <p class="actions">
            <Button type="submit" kind="primary" busy={form.busy}>
              {vacationMode ? t("page.vacation.end") : t("page.vacation.start")}
            </Button>
          </p>
        </Form>
      )}
    </Loaded>
  );
}
