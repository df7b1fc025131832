import { implement } from "#libs/contract-kit/implement.ts";
import { reportMessage } from "#libs/contracts/moderation-reports.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { ReportDoc } from "../data/report.store.ts";
import type { Deps } from "../deps.ts";
import { messageForParty } from "../message-for-party.ts";

/** One open report of a reporter about a message; when it is closed there may be another one. */
export const reportMessageAction = (deps: Pick<Deps, "messages" | "reports" | "clock">) =>
  implement(reportMessage, async (ctx) => {
    const { messageId, category, comment = null } = ctx.params;
    const { userId: reporterId } = ctx.caller;
    const { senderId, receiverId } = await messageForParty(deps, messageId, reporterId);
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
