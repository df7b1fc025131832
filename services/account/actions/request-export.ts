import { implement } from "#libs/contract-kit/implement.ts";
import { requestExport } from "#libs/contracts/account/gdpr.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";

type ExportDeps = Pick<Deps, "clock" | "transaction" | "users" | "gdprRequests" | "audit">;

/** POST /gdpr/export. A job writes the export. While one is in progress, the endpoint returns that one. */
export const requestExportAction = (deps: ExportDeps) =>
  implement(requestExport, async ({ caller: { userId }, requestId }) => {
    if (!(await deps.users.find(userId))) throw new AppError("error.user.not_found");
    const { _id, status } = (await deps.gdprRequests.findOpen(userId, "EXPORT")) ?? (await insertRequest(deps, userId, requestId));
    return { requestId: _id, status };
  });

async function insertRequest(deps: ExportDeps, userId: string, requestId: string): Promise<GdprRequest> {
  const at = deps.clock.now();
  try {
    return await deps.transaction(async (tx) => {
      const request = await deps.gdprRequests.insert(tx, { userId, type: "EXPORT", createdAt: at, scheduledAt: at });
      const details = { gdprRequestId: request._id };
      await deps.audit.add(tx, { actor: userId, action: "user.export_requested", target: userId, details, requestId });
      return request;
    });
  } catch (error) {
    // A parallel request was faster.
    const other = isDuplicateKey(error, "userId") ? await deps.gdprRequests.findOpen(userId, "EXPORT") : null;
    if (!other) throw error;
    return other;
  }
}
