import type { VNode } from "preact";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { EmailMode, NotificationKey } from "#libs/contracts/notification/index.ts";
import { getPreferences, setPreferences } from "#libs/contracts/notification/preferences.ts";
import { api } from "../client/api.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";
import { SettingsTabs } from "./settings-tabs.tsx";

/** The notifications that a fan or a creator can receive. */
const KEYS: Readonly<Partial<Record<NotificationKey, TextKey>>> = {
  new_message_creator: "page.notice.message",
  message_replied_fan: "page.notice.reply",
  message_rejected_refunded: "page.notice.declined",
  message_sent_fan: "page.notice.sent",
  message_expiring: "page.notice.expiring",
  message_expired: "page.notice.expired",
  wallet_topped_up: "page.notice.topUp",
  payout_processed: "page.notice.payout",
  report_resolved: "page.notice.report",
};
const CHANNELS = ["IN_APP", "EMAIL"] as const;
const MODES: Readonly<Record<EmailMode, TextKey>> = {
  INSTANT: "page.notice.instant",
  DAILY: "page.notice.daily",
  OFF: "page.notice.off",
};

type Preferences = Parameters<typeof change>[0];

const change = (body: {
  preferences: { eventKey: NotificationKey; channels: { IN_APP?: boolean; EMAIL?: boolean } }[];
  emailMode?: EmailMode;
}) => api.call(setPreferences, body);

/** Which notifications the reader receives, and by which channel. Each change is saved at once. */
export default function NotificationSettings(): VNode {
  const { t } = useReader();
  const query = useQuery("preferences", () => api.call(getPreferences));
  const { failure, run } = useWork();
  const set = async (body: Preferences) => {
    await run(() => change(body));
    query.reload();
  };
  return (
    <>
      <SettingsTabs current="notifications" />
      {failure !== null && <ErrorNote error={failure} />}
      <Loaded query={query}>
        {({ preferences, emailMode }) => (
          <div class="card">
            <Choice
              label={t("page.notice.mails")}
              name="emailMode"
              value={emailMode}
              options={Object.entries(MODES).map(([value, text]) => ({ value, text: t(text) }))}
              onChange={(event) => void set({ preferences: [], emailMode: event.currentTarget.value as EmailMode })}
            />
            {preferences.map(({ eventKey, channels, critical }) => {
              const text = KEYS[eventKey];
              return (
                text && (
                  <fieldset key={eventKey} class="field">
                    <legend>{t(text)}</legend>
                    {CHANNELS.map((channel) => (
                      <label key={channel} class="option">
                        <input
                          type="checkbox"
                          checked={channels[channel]}
                          disabled={critical && channels[channel]}
                          aria-describedby={critical ? `${eventKey}-critical` : undefined}
                          onChange={(event) =>
                            void set({ preferences: [{ eventKey, channels: { [channel]: event.currentTarget.checked } }] })
                          }
                        />
                        {channel === "IN_APP" ? t("page.notice.here") : t("page.notice.mail")}
                      </label>
                    ))}
                    {critical && (
                      <span class="hint" id={`${eventKey}-critical`}>
                        {t("page.notice.critical")}
                      </span>
                    )}
                  </fieldset>
                )
              );
            })}
          </div>
        )}
      </Loaded>
    </>
  );
}
