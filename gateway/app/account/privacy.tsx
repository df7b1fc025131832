import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { AppPage } from "../ui/app-page.ts";
import { pageOf } from "../ui/pager.tsx";
import { Setting } from "../ui/setting.tsx";
import { BlockedPeople } from "./blocked-people.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Exports } from "./exports.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";

/** The reader's stored data, blocked people, and the deletion of the account. */
export default function Privacy({ query }: AppPage): VNode {
  const { t } = useReader();
  return (
    <>
      <SettingsTabs current="privacy" />
      <Setting title={t("page.privacy.exports")} hint={t("page.privacy.exportHint")}>
        <Exports />
        <p class="actions">
          <a href="/statements">{t("page.statement.title")}</a>
        </p>
      </Setting>
      <Setting title={t("page.privacy.blocked")}>
        <BlockedPeople page={pageOf(query)} />
      </Setting>
      <Setting title={t("page.privacy.delete")}>
        <DeleteAccount />
      </Setting>
    </>
  );
}
