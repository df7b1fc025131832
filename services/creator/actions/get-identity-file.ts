import { implement } from "#libs/contract-kit/implement.ts";
import { getIdentityFile } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { readPart } from "../kyc/identity-files.ts";
import { requireProfileForAdmin } from "../profile/require-profile.ts";

/** GET /admin/creators/{creatorId}/kyc/documents/{documentId}: the gateway asks for one part after the other. */
export const getIdentityFileAction = (deps: Deps) =>
  implement(getIdentityFile, async ({ params: { creatorId, documentId, part = 0 }, caller, requestId }) => {
    await requireProfileForAdmin(deps.profiles, creatorId, caller.userId);
    const files = await deps.identityFiles.listPresent(creatorId, deps.clock.now());
    const file = files.find(({ _id }) => _id === documentId);
    if (!file || part >= file.parts) throw new AppError("creator.kyc.file_not_found");
    if (part === 0) {
      const details = { documentId, kind: file.kind };
      const line = { actor: caller.userId, action: "creator.getIdentityFile", target: creatorId, details, requestId } as const;
      await deps.transaction((tx) => deps.audit.add(tx, line));
    }
    const bytes = await readPart(deps, file, part);
    if (!bytes) throw new AppError("creator.kyc.file_not_found");
    const isLast = part === file.parts - 1;
    return { contentType: file.contentType, base64: bytes.toString("base64"), nextPart: isLast ? null : part + 1 };
  });
