import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, Skeleton } from "#gateway/ui/parts/controls.tsx";
import { Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import { changePassword, listSessions, revokeSession } from "#libs/contracts/account/index.ts";
import { api } from "../../client/api.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Form, Refused } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Setting } from "../../ui/setting.tsx";
import { SettingsTabs } from "../settings-tabs.tsx";
import { EmailAddress } from "./email.tsx";
import { LinkedSignIns } from "./linked-sign-ins.tsx";
import { SecondFactors } from "./second-factors.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

const [MIN_CHARACTERS, MAX_CHARACTERS] = [8, 256];

/** Address, password and sessions of the signed-in user. */
export default function SettingsSecurity(): VNode {
  // A password change ends the other sessions.
  const [round, setRound] = useState(0);
  return (
    <>
      <SettingsTabs current="security" />
      <EmailAddress />
      <ChangePassword onChanged={() => setRound(round + 1)} />
      <LinkedSignIns />
      <SecondFactors />
      <Sessions key={round} />
    </>
  );
}

function ChangePassword({ onChanged }: { readonly onChanged: () => void }): VNode {
  const { t } = useReader();
  const [isSaved, setSaved] = useState(false);
  // The fields of the next change are empty.
  const [round, setRound] = useState(0);
  const form = useForm();

  const change = async (fields: FormData) => {
    const body = { currentPassword: String(fields.get("currentPassword")), newPassword: String(fields.get("newPassword")) };
    setSaved(false);
    if (!(await form.run(() => api.call(changePassword, body)))) return;
    setRound(round + 1);
    setSaved(true);
    onChanged();
  };

  return (
    <Setting title={t("page.login.password")}>
      <Form key={round} form={form} onSend={change}>
        <Field label={t("page.settings.currentPassword")} name="currentPassword" type="password" autocomplete="current-password" required />
        <Field
          label={t("page.reset.password")}
          hint={t("page.register.passwordHint")}
          name="newPassword"
          type="password"
          autocomplete="new-password"
          minLength={MIN_CHARACTERS}
          maxLength={MAX_CHARACTERS}
          required
        />
        <Refused />
        <p class="actions">
          <Button type="submit" kind="primary" busy={form.busy}>
            {t("page.reset.save")}
          </Button>
          <span role="status">{isSaved && t("page.settings.passwordSaved")}</span>
        </p>
      </Form>
    </Setting>
  );
}

interface OpenSession {
  readonly id: string;
  readonly deviceName: string | null;
  readonly userAgentSummary: string | null;
  readonly lastUsedAt: string;
  readonly current: boolean;
}

function Sessions(): VNode {
  const { t } = useReader();
  const [sessions, setSessions] = useState<readonly OpenSession[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const load = () => void api.call(listSessions).then(setSessions, setFailure);
  useEffect(load, []);
  const end = (sessionId: string) => {
    setFailure(null);
    api.call(revokeSession, { sessionId }).then(load, setFailure);
  };

  return (
    <Setting title={t("page.settings.sessions")}>
      {failure !== null && <ErrorNote error={failure} />}
      {sessions === null && failure === null && <Skeleton lines={3} />}
      <ul class="list">
        {sessions?.map(({ id, deviceName, userAgentSummary, lastUsedAt, current }) => {
          const device = deviceName ?? userAgentSummary ?? t("page.settings.unknownDevice");
          return (
            <li key={id} class="item">
              <span class="text">
                <bdi id={id}>{device}</bdi>
                {current && <Badge kind="good">{t("page.settings.thisDevice")}</Badge>}
                {!current && (
                  <span class="hint">
                    <Time at={lastUsedAt} as="relative" />
                  </span>
                )}
              </span>
              {!current && <Button onClick={() => end(id)}>{t("page.settings.endSession")}</Button>}
            </li>
          );
        })}
      </ul>
      <SignOutEverywhere />
    </Setting>
  );
}
