import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge } from "#gateway/ui/parts/values.tsx";
import { listReports, type ReportResolution } from "#libs/contracts/messaging/moderation-reports.ts";
import { staffApi } from "../staff-session.ts";

const reportOf = (id: string) => staffApi.call(listReports, { id });

/** A report about a message, as staff see it. */
export type Report = Awaited<ReturnType<typeof reportOf>>["items"][number];

/** A report by its id; null: there is none. */
export const findReport = async (id: string): Promise<Report | null> => (await reportOf(id)).items[0] ?? null;

/** Where a report stands: open, or how it was resolved. */
export function ReportState({ report: { resolution } }: { readonly report: Pick<Report, "resolution"> }): VNode {
  const { t } = useReader();
  return resolution === null ? <Badge kind="warn">{t("page.staffSafety.open")}</Badge> : <Resolution of={resolution} />;
}

export function Resolution({ of }: { readonly of: ReportResolution }): VNode {
  const { t } = useReader();
  const { kind, text } = RESOLUTIONS[of];
  return <Badge kind={kind}>{t(text)}</Badge>;
}

const RESOLUTIONS = {
  ACTION_TAKEN: { kind: "good", text: "page.staffSafety.actionTaken" },
  DISMISSED: { kind: "neutral", text: "page.staffSafety.dismissed" },
} as const;
