import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { AppPage } from "../ui/app-page.ts";
import { pageOf } from "../ui/pager.tsx";
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
      <h2>{t("page.privacy.exports")}</h2>
      <Exports />
      <p class="actions">
        <a href="/statements">{t("page.statement.title")}</a>
      </p>
      <h2>{t("page.privacy.blocked")}</h2>
      <BlockedPeople page={pageOf(query)} />
      <h2>{t("page.privacy.delete")}</h2>
      <DeleteAccount />
    </>
  );
}
