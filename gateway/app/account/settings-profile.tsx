import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Button, Skeleton } from "#gateway/ui/parts/controls.tsx";
import { Choice, Field } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { timeZoneOptions } from "#gateway/ui/time-zones.ts";
import { getMe, updateMe } from "#libs/contracts/account/index.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { locales } from "#libs/platform/i18n/locales.ts";
import { api } from "../client/api.ts";
import { browserTimeZone } from "../client/browser/time-zone.ts";
import { forgetOwnReader } from "../client/own-reader.ts";
import { addressIn } from "../client/page-language.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Form, Refused } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { AccountFacts, type AccountIdentity } from "./account-facts.tsx";
import { OwnPicture } from "./own-picture.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";

interface Profile extends AccountIdentity {
  readonly displayName: string | null;
  readonly email: string;
  readonly avatarUrl: string | null;
  readonly locale: string;
  readonly timezone: string | null;
}

/** Picture, name, language and time zone of the signed-in user. */
export default function SettingsProfile(): VNode {
  const { t, locale } = useReader();
  const [profile, setProfile] = useState<Profile | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaved, setSaved] = useState(false);
  const form = useForm();

  useEffect(() => void api.call(getMe).then(setProfile, setFailure), []);

  const save = async (fields: FormData) => {
    const name = String(fields.get("displayName")).trim();
    const given = { locale: String(fields.get("locale")) as Locale, timezone: String(fields.get("timezone")) };
    setSaved(false);
    // An account may have no name yet; one that has a name keeps one.
    const named = name === "" && profile?.displayName === null ? given : { ...given, displayName: name };
    const isDone = await form.run(async () => setProfile(await api.call(updateMe, named)));
    if (!isDone) return;
    forgetOwnReader();
    if (given.locale !== locale) return location.assign(addressIn(given.locale));
    setSaved(true);
  };

  const zone = profile?.timezone ?? browserTimeZone();
  const zones = useMemo(() => timeZoneOptions([zone, "UTC", ...Intl.supportedValuesOf("timeZone")], locale, new Date()), [zone, locale]);
  return (
    <>
      <SettingsTabs current="profile" />
      {profile && <AccountFacts {...profile} />}
      {failure !== null && <ErrorNote error={failure} />}
      {profile === null && failure === null && <Skeleton lines={5} />}
      {profile && <OwnPicture of={profile} changed={(avatarUrl) => setProfile({ ...profile, avatarUrl })} />}
      {profile && (
        <Form form={form} isGuarded class="card" onSend={save}>
          <Field
            label={t("page.settings.name")}
            name="displayName"
            value={profile.displayName ?? ""}
            autocomplete="name"
            maxLength={100}
            dir="auto"
          />
          <Choice
            label={t("page.frame.language")}
            name="locale"
            value={profile.locale}
            options={LOCALES.map((value) => ({ value, text: locales[value].name }))}
          />
          <Choice label={t("page.settings.zone")} name="timezone" value={zone} options={zones} />
          <Refused />
          <p class="actions">
            <Button type="submit" kind="primary" busy={form.busy}>
              {t("page.settings.save")}
            </Button>
            <span role="status">{isSaved && t("page.settings.saved")}</span>
          </p>
        </Form>
      )}
    </>
  );
}
