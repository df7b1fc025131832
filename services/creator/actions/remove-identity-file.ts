import { implement } from "#libs/contract-kit/implement.ts";
import { removeIdentityFile } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { changeOpenCheck } from "../kyc/change-open-check.ts";

/** DELETE /creators/{creatorId}/kyc/documents/{documentId} */
export const removeIdentityFileAction = (deps: Deps) =>
  implement(removeIdentityFile, async ({ params: { creatorId, documentId }, caller: { userId } }) => {
    const now = deps.clock.now();
    await changeOpenCheck(deps, { userId, creatorId }, async (tx) => {
      const files = await deps.identityFiles.listPresent(creatorId, now, tx);
      if (!files.some(({ _id }) => _id === documentId)) throw new AppError("creator.kyc.file_not_found");
      await deps.identityFiles.setEnd(tx, [documentId], now);
    });
  });
