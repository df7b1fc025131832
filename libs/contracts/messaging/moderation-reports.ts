import { action, event } from "#libs/contract-kit/contract.ts";
import { filterId, id, nullableText, optionalTimestamp, pageOfItems, pathId, queuePage, readableText, timestamp } from "../shared.ts";

export const REPORT_CATEGORIES = ["SPAM", "HARASSMENT", "SCAM", "ILLEGAL", "SEXUAL", "OTHER"] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];
export const REPORT_STATUSES = ["OPEN", "RESOLVED"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];
export const REPORT_RESOLUTIONS = ["ACTION_TAKEN", "DISMISSED"] as const;
export type ReportResolution = (typeof REPORT_RESOLUTIONS)[number];

const category = { type: "enum", values: REPORT_CATEGORIES } as const;
const status = { type: "enum", values: REPORT_STATUSES } as const;
const resolution = { type: "enum", values: REPORT_RESOLUTIONS } as const;
const reportId = pathId;
const reportState = { type: "object", props: { reportId: id, status } } as const;

export const reportMessage = action({
  name: "messaging.reportMessage",
  summary: "Report a message as its receiver or its sender",
  http: { method: "POST", path: "/messages/{messageId}/report", status: 201, auth: "bearer" },
  params: {
    messageId: pathId,
    category,
    comment: { ...readableText, max: 1000, optional: true },
  },
  returns: reportState,
  errors: ["message.error.not_found", "message.error.not_party", "message.report.error.already_open"],
});

export const listReports = action({
  name: "messaging.listReports",
  summary: "Reports about messages",
  http: { method: "GET", path: "/admin/moderation/reports", auth: "admin", permission: "moderation:read" },
  params: {
    id: filterId,
    userId: { ...filterId, description: "Who has reported, or was reported" },
    status: { ...status, optional: true },
    ...queuePage,
  },
  returns: pageOfItems({
    type: "object",
    props: {
      reportId: id,
      messageId: id,
      reporterId: { type: "string" },
      reportedId: { type: "string", description: "The other party of the message" },
      category,
      dsaCategory: { type: "string", description: "Category in the transparency database of the Digital Services Act" },
      comment: { ...nullableText, max: 1_000 },
      status,
      createdAt: timestamp,
      resolution: { ...resolution, nullable: true },
      resolvedBy: nullableText,
      resolvedAt: optionalTimestamp,
      resolutionReason: { ...nullableText, max: 500 },
    },
  }),
  errors: [],
});

export const resolveReport = action({
  name: "messaging.resolveReport",
  summary: "Resolve a report",
  http: { method: "POST", path: "/admin/moderation/reports/{reportId}/resolve", auth: "admin", permission: "moderation:write" },
  params: { reportId, resolution, reason: { ...readableText, trim: true, min: 1, max: 500 } },
  returns: reportState,
  errors: ["moderation.error.report_not_found", "moderation.error.report_resolved"],
});

export const moderationReportResolved = event({
  name: "moderation.report_resolved",
  owner: "messaging",
  summary: "A report about a message was resolved",
  public: { fields: ["reportId", "messageId", "resolution", "resolvedAt"] },
  payload: { reportId: id, messageId: id, reporterId: { type: "string" }, resolution, resolvedAt: timestamp },
});
