import type { VNode } from "preact";
import { Name, Time } from "#gateway/ui/parts/values.tsx";
import { listReports, type ReportStatus } from "#libs/contracts/messaging/moderation-reports.ts";
import { casesPage } from "../parts/cases.tsx";
import { Person } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { Category } from "./case-values.tsx";
import { LISTS } from "./lists.ts";
import { findReport, type Report, ReportState } from "./report.tsx";
import { ReportCase } from "./report-case.tsx";

/** Reports in one state, and one of them. */
export default casesPage<Report, Report, ReportStatus>({
  path: "/admin/moderation/reports",
  title: "page.console.reports",
  kind: "REPORT",
  queue: "reports",
  lists: LISTS,
  none: "page.staffSafety.noReports",
  notFound: "page.staffSafety.noReport",
  tabs: { by: "status", texts: { OPEN: "page.staffSafety.open", RESOLVED: "page.staffSafety.resolved" } },
  filters: ["userId"],
  list: ({ tab, filters, ...part }) => staffApi.call(listReports, { ...filters, status: tab, ...part }),
  find: findReport,
  whole: (report) => report,
  idOf: ({ reportId }) => reportId,
  usersIn: ({ reporterId, reportedId, resolvedBy }) => [reporterId, reportedId, ...(resolvedBy === null ? [] : [resolvedBy])],
  Row: ReportRow,
  Case: ReportCase,
});

function ReportRow({ item }: { readonly item: Report }): VNode {
  const { reporterId, reportedId, category, comment, createdAt } = item;
  return (
    <>
      <span class="text">
        <span>
          <Person userId={reporterId} isPlain /> <span class="turns">→</span> <Person userId={reportedId} isPlain />
        </span>
        <span class="hint preview">
          <Category of={category} />
          {comment !== null && (
            <>
              {" · "}
              <Name>{comment}</Name>
            </>
          )}
        </span>
      </span>
      <span class="end">
        <ReportState report={item} />
        <span class="hint">
          <Time at={createdAt} as="relative" />
        </span>
      </span>
    </>
  );
}
