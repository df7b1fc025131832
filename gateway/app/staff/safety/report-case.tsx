import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time, Written } from "#gateway/ui/parts/values.tsx";
import { type ReportResolution, resolveReport } from "#libs/contracts/messaging/moderation-reports.ts";
import { Decision } from "../parts/decision.tsx";
import { askForMissingNames } from "../parts/names.ts";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { Category, Turns } from "./case-values.tsx";
import { MAX_REASON } from "./lists.ts";
import { MessageText } from "./message-text.tsx";
import { findReport, type Report, ReportState, Resolution } from "./report.tsx";

interface ReportCaseProps {
  readonly item: Report;
  decided(mark?: VNode): void;
}

/** One report: who, about whom and why, the texts on demand, and how it ends. */
export function ReportCase({ item, decided }: ReportCaseProps): VNode {
  const { t } = useReader();
  const { me } = useStaff();
  const { messageId, reporterId, reportedId, category, comment, status, createdAt } = item;
  const isOwn = [reporterId, reportedId].includes(me.id);
  return (
    <>
      <h1 tabIndex={-1}>
        <Sentence of="page.staffSafety.reportOf" parts={{ name: <Person userId={reporterId} isPlain /> }} />
      </h1>
      <Facts
        of={[
          [t("page.staffSafety.reporter"), <Person key="reporter" userId={reporterId} />],
          [t("page.staffSafety.reported"), <Person key="reported" userId={reportedId} />],
          [t("page.statement.category"), <Category key="category" of={category} />],
          ...(comment === null ? [] : [[t("page.staffSafety.comment"), <Written key="comment" text={comment} />] as const]),
          [t("page.console.state"), <ReportState key="state" report={item} />],
          [t("page.staffSafety.since"), <Time key="since" at={createdAt} />],
          ...outcomeOf(item).map(([name, value]) => [t(name), value] as const),
        ]}
      />
      {status === "OPEN" && isOwn && <p class="notice">{t("page.staffSafety.ownCase")}</p>}
      {status === "OPEN" && !isOwn && <MessageText messageId={messageId} />}
      {!isOwn && <Resolving item={item} decided={decided} />}
    </>
  );
}

function outcomeOf({ resolvedBy, resolvedAt, resolutionReason }: Report) {
  return [
    ...(resolvedBy === null ? [] : [["page.statement.by", <Person key="by" userId={resolvedBy} />] as const]),
    ...(resolvedAt === null ? [] : [["page.statement.on", <Time key="at" at={resolvedAt} />] as const]),
    ...(resolutionReason === null ? [] : [["page.console.reason", <Written key="reason" text={resolutionReason} />] as const]),
  ];
}

const RESOLVING = {
  ACTION_TAKEN: { verb: "page.staffSafety.actionTaken", title: "page.staffSafety.actReport", kind: "primary" },
  DISMISSED: { verb: "page.staffSafety.dismiss", title: "page.staffSafety.dismissReport", kind: "danger" },
} as const;

/** The two outcomes of an open report. An open dialog stays when the report is resolved elsewhere. */
function Resolving({ item, decided }: ReportCaseProps): VNode | null {
  const { t } = useReader();
  const { may } = useStaff();
  const [open, setOpen] = useState<ReportResolution | null>(null);
  if (!may(resolveReport)) return null;
  return (
    <>
      {item.status === "OPEN" && (
        <p class="actions">
          <Button kind="primary" keys="a" onClick={() => setOpen("ACTION_TAKEN")}>
            {t("page.staffSafety.actionTaken")}
          </Button>
          <Button kind="danger" keys="x" onClick={() => setOpen("DISMISSED")}>
            {t("page.staffSafety.dismiss")}
          </Button>
        </p>
      )}
      {open && <ResolveReport {...{ item, decided }} resolution={open} close={() => setOpen(null)} />}
    </>
  );
}

interface ResolveReportProps extends ReportCaseProps {
  readonly resolution: ReportResolution;
  close(): void;
}

function ResolveReport({ item, resolution, decided, close }: ResolveReportProps): VNode {
  const { t } = useReader();
  const { reportId, reporterId, reportedId } = item;
  const { verb, title, kind } = RESOLVING[resolution];
  return (
    <Decision
      id={[`report ${resolution}`, reportId]}
      title={t(title)}
      verb={t(verb)}
      kind={kind}
      facts={[
        [t("page.staffSafety.reporter"), <Person key="reporter" userId={reporterId} isPlain />],
        [t("page.staffSafety.reported"), <Person key="reported" userId={reportedId} isPlain />],
        [t("page.console.state"), <Turns key="state" from={<ReportState report={item} />} to={<Resolution of={resolution} />} />],
      ]}
      reason={{ readBy: t("page.staffSafety.readByStaff"), maxLength: MAX_REASON }}
      send={(reason, idempotencyKey) => staffApi.call(resolveReport, { reportId, resolution, reason }, { idempotencyKey })}
      meanwhile={() => meanwhile(reportId)}
      done={(isOwn) => decided(isOwn ? <Resolution of={resolution} /> : undefined)}
      close={close}
    >
      <Sentence of="page.staffSafety.resolveWhat" parts={{ name: <PersonName userId={reporterId} /> }} />
    </Decision>
  );
}

async function meanwhile(reportId: string) {
  const report = await findReport(reportId);
  if (report === null) return null;
  const { resolvedBy, resolvedAt } = report;
  await askForMissingNames(resolvedBy === null ? [] : [resolvedBy]);
  return { state: <ReportState report={report} />, by: resolvedBy, at: resolvedAt };
}
