import { implement } from "#libs/contract-kit/implement.ts";
import { downloadExport } from "#libs/contracts/account/gdpr.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

type DownloadDeps = Pick<Deps, "clock" | "users" | "gdprRequests" | "gdprExports" | "archiveCipher">;

/** GET /gdpr/export/{requestId}. The export of another user is answered like an unknown one. */
export const downloadExportAction = ({ clock, users, gdprRequests, gdprExports, archiveCipher }: DownloadDeps) =>
  implement(downloadExport, async ({ params: { requestId, part }, caller: { userId } }) => {
    if (!(await users.find(userId))) throw new AppError("error.user.not_found");
    const request = await gdprRequests.findOfUser(userId, requestId);
    if (request?.type !== "EXPORT") throw new AppError("gdpr.error.export_not_found");
    if (request.status === "PENDING" || request.status === "PROCESSING") throw new AppError("gdpr.error.export_not_ready");
    const stored = part <= request.parts ? await gdprExports.find(requestId, part, clock.now()) : null;
    if (!stored) throw new AppError("gdpr.error.export_not_found");
    const fileName = request.parts === 1 ? "personal-data.json" : `personal-data-${part}.json`;
    return { document: { contentType: "application/json; charset=utf-8", fileName, text: archiveCipher.decrypt(stored) } };
  });
