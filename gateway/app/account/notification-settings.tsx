import type { VNode } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { EmailMode, NotificationKey } from "#libs/contracts/notification/index.ts";
import { getPreferences, setPreferences } from "#libs/contracts/notification/preferences.ts";
import { api } from "../client/api.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Loaded, useQuery } from "../ui/use-query.tsx";
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
  refund_failed: "page.notice.refundFailed",
  payout_processed: "page.notice.payout",
  report_resolved: "page.notice.report",
};
const CHANNELS = ["IN_APP", "EMAIL"] as const;
const MODES: Readonly<Record<EmailMode, TextKey>> = {
  INSTANT: "page.notice.instant",
  DAILY: "page.notice.daily",
  OFF: "page.notice.off",
};

type Preferences = Awaited<ReturnType<typeof load>>;
type Channel = (typeof CHANNELS)[number];

const load = () => api.call(getPreferences);

/** Which notifications the reader receives, and by which channel. */
export default function NotificationSettings(): VNode {
  const query = useQuery("preferences", load);
  return (
    <>
      <SettingsTabs current="notifications" />
      <Loaded query={query}>{(stored) => <Choices stored={stored} />}</Loaded>
    </>
  );
}

/** Each change shows at once and is stored after those before it. A failure shows what is stored. */
function Choices({ stored }: { readonly stored: Preferences }): VNode {
  const { t } = useReader();
  const [chosen, setChosen] = useState(stored);
  const [state, setState] = useState<"idle" | "saved">("idle");
  const [failure, setFailure] = useState<unknown>(null);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const { preferences, emailMode } = chosen;

  const store = (next: Preferences, body: Parameters<typeof change>[0]) => {
    setChosen(next);
    setState("idle");
    setFailure(null);
    const mine = before.current.then(() => change(body));
    before.current = mine.then(
      () => before.current === done && setState("saved"),
      async (error: unknown) => {
        setFailure(error);
        setChosen(await load().catch(() => stored));
      },
    );
    const done = before.current;
  };
  const choose = (eventKey: NotificationKey, channel: Channel, isOn: boolean) => {
    const changed = preferences.map((each) =>
      each.eventKey === eventKey ? { ...each, channels: { ...each.channels, [channel]: isOn } } : each,
    );
    store({ ...chosen, preferences: changed }, { preferences: [{ eventKey, channels: { [channel]: isOn } }] });
  };
  const setMode = (mode: EmailMode) => store({ ...chosen, emailMode: mode }, { preferences: [], emailMode: mode });

  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <div class="card">
        <Choice
          label={t("page.notice.mails")}
          name="emailMode"
          value={emailMode}
          options={Object.entries(MODES).map(([value, text]) => ({ value, text: t(text) }))}
          onChange={(event) => setMode(event.currentTarget.value as EmailMode)}
        />
        {preferences.map((preference) => {
          const text = KEYS[preference.eventKey];
          return text && <Channels key={preference.eventKey} title={t(text)} preference={preference} choose={choose} />;
        })}
        <p class="hint" role="status">
          {state === "saved" && t("page.settings.saved")}
        </p>
      </div>
    </>
  );
}

interface ChannelsProps {
  readonly title: string;
  readonly preference: Preferences["preferences"][number];
  choose(eventKey: NotificationKey, channel: Channel, isOn: boolean): void;
}

/** The channels of one kind of notification. What cannot be switched off says so. */
function Channels({ title, preference: { eventKey, channels, critical }, choose }: ChannelsProps): VNode {
  const { t } = useReader();
  const id = useId();
  return (
    <fieldset class="field channels">
      <legend>{title}</legend>
      {CHANNELS.map((channel) => (
        <label key={channel} class="option">
          <input
            type="checkbox"
            checked={channels[channel]}
            disabled={critical && channels[channel]}
            aria-describedby={critical ? id : undefined}
            onChange={(event) => choose(eventKey, channel, event.currentTarget.checked)}
          />
          {channel === "IN_APP" ? t("page.notice.here") : t("page.notice.mail")}
        </label>
      ))}
      {critical && (
        <span class="hint" id={id}>
          {t("page.notice.critical")}
        </span>
      )}
    </fieldset>
  );
}

const change = (body: {
  preferences: { eventKey: NotificationKey; channels: { IN_APP?: boolean; EMAIL?: boolean } }[];
  emailMode?: EmailMode;
}) => api.call(setPreferences, body);
