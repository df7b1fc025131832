import { implement } from "#libs/contract-kit/implement.ts";
import { reportMessage } from "#libs/contracts/messaging/moderation-reports.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { requirePartyMessage } from "../../messages/require-message.ts";
import type { ReportDoc } from "../data/report.model.ts";
import type { ModerationDeps } from "../deps.ts";

/** POST /messages/{messageId}/report: a reporter has one open report about a message, and can report again after it is resolved. */
export const reportMessageAction = (deps: Pick<ModerationDeps, "messages" | "reports" | "clock">) =>
  implement(reportMessage, async (ctx) => {
    const { messageId, category, comment = null } = ctx.params;
    const { userId: reporterId } = ctx.caller;
    const { senderId, receiverId } = await requirePartyMessage(deps, messageId, reporterId);
    const report: ReportDoc = {
      _id: uuid(),
      messageId,
      reporterId,
      reportedId: reporterId === senderId ? receiverId : senderId,
      category,
      comment,
      status: "OPEN",
      createdAt: deps.clock.now(),
      resolution: null,
      resolvedBy: null,
      resolvedAt: null,
      resolutionReason: null,
    };
    try {
      await deps.reports.insert(report);
    } catch (error) {
      throw isDuplicateKey(error, "messageId") ? new AppError("message.report.error.already_open") : error;
    }
    return { reportId: report._id, status: report.status };
  });
