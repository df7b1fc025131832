import type { VNode } from "preact";
import { listConfigAudit } from "#libs/contracts/config/index.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { staffApi } from "../staff-session.ts";
import { AuditPage } from "./audit-page.tsx";
import { hrefOfChange } from "./changed-object.tsx";
import { ChangeRow } from "./settings/change-row.tsx";

/** The changes of settings, flags and switches, each of which can be rolled back. */
export default function AuditSettings({ query }: AppPage): VNode {
  return (
    <AuditPage
      path="/admin/audit/settings"
      query={query}
      filters={{ domain: "page.staffSystem.domain", changedBy: "page.staffSystem.by" }}
      by="changedBy"
      list={(wanted) => staffApi.call(listConfigAudit, wanted)}
      byIn={({ changedBy }) => changedBy}
    >
      {(change, reload) => (
        <ChangeRow
          key={change.id}
          of={{ key: change.key, sensitive: false }}
          change={change}
          href={hrefOfChange(`config.${change.action}`, change.key)}
          changed={reload}
        />
      )}
    </AuditPage>
  );
}
