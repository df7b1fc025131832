import { implement } from "#libs/contract-kit/implement.ts";
import { requestExport } from "#libs/contracts/account-gdpr.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";

type ExportDeps = Pick<Deps, "clock" | "transaction" | "users" | "gdprRequests" | "audit">;

/** POST /gdpr/export. A job gathers the data; an export that is under way answers a further wish. */
export const requestExportAction = (deps: ExportDeps) =>
  implement(requestExport, async ({ caller: { userId }, requestId }) => {
    if (!(await deps.users.findById(userId))) throw new AppError("error.user.not_found");
    const { _id, status } = (await deps.gdprRequests.findOpen(userId, "EXPORT")) ?? (await begin(deps, userId, requestId));
    return { requestId: _id, status };
  });

async function begin(deps: ExportDeps, userId: string, requestId: string): Promise<GdprRequest> {
  const at = deps.clock.now();
  try {
    return await deps.transaction(async (tx) => {
      const request = await deps.gdprRequests.insert(tx, { userId, type: "EXPORT", createdAt: at, scheduledAt: at });
      const details = { gdprRequestId: request._id };
      await deps.audit.add(tx, { actor: userId, action: "user.export_requested", target: userId, details, requestId });
      return request;
    });
  } catch (error) {
    const other = isDuplicateKey(error, "userId") ? await deps.gdprRequests.findOpen(userId, "EXPORT") : null;
    if (!other) throw error;
    return other;
  }
}
