import type { TargetedEvent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, Field, Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import { ApiError } from "#libs/client/send.ts";
import { changePassword, listSessions, revokeSession } from "#libs/contracts/account/index.ts";
import { api } from "../client/api.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Setting } from "../ui/setting.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";

const MIN_CHARACTERS = 8;

/** Password and sessions of the signed-in user. */
export default function SettingsSecurity(): VNode {
  // A password change ends the other sessions.
  const [round, setRound] = useState(0);
  return (
    <>
      <SettingsTabs current="security" />
      <ChangePassword onChanged={() => setRound(round + 1)} />
      <Sessions key={round} />
    </>
  );
}

function ChangePassword({ onChanged }: { readonly onChanged: () => void }): VNode {
  const { t } = useReader();
  const [failure, setFailure] = useState<unknown>(null);
  const [state, setState] = useState<"idle" | "busy" | "saved">("idle");

  const change = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const body = { currentPassword: String(fields.get("currentPassword")), newPassword: String(fields.get("newPassword")) };
    setState("busy");
    setFailure(null);
    try {
      await api.call(changePassword, body);
      form.reset();
      setState("saved");
      onChanged();
    } catch (error) {
      setFailure(error);
      setState("idle");
    }
  };

  const problemOf = (key: string) => (failure instanceof ApiError && failure.i18nKey === key ? failure.message : null);
  const [wrong, common] = [problemOf("auth.password.incorrect"), problemOf("auth.password.too_common")];
  return (
    <Setting title={t("page.login.password")}>
      {failure !== null && wrong === null && common === null && <ErrorNote error={failure} />}
      <form onSubmit={change}>
        <Field
          label={t("page.settings.currentPassword")}
          name="currentPassword"
          type="password"
          problem={wrong}
          autocomplete="current-password"
          required
        />
        <Field
          label={t("page.reset.password")}
          hint={t("page.register.passwordHint")}
          name="newPassword"
          type="password"
          problem={common}
          autocomplete="new-password"
          minLength={MIN_CHARACTERS}
          required
        />
        <p class="actions">
          <Button type="submit" kind="primary" busy={state === "busy"}>
            {t("page.reset.save")}
          </Button>
          <span role="status">{state === "saved" && t("page.settings.passwordSaved")}</span>
        </p>
      </form>
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
                {current ? " " : " · "}
                {current ? <Badge kind="good">{t("page.settings.thisDevice")}</Badge> : <Time at={lastUsedAt} as="relative" />}
              </span>
              {!current && <Button onClick={() => end(id)}>{t("page.settings.endSession")}</Button>}
            </li>
          );
        })}
      </ul>
    </Setting>
  );
}
