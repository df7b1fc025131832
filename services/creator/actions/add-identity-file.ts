import { implement } from "#libs/contract-kit/implement.ts";
import { addIdentityFile } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { changeOpenCheck, requireOpenCheck } from "../kyc/change-open-check.ts";
import { beginFile, endOfFiles, removeParts, storePart } from "../kyc/identity-files.ts";

/** POST /creators/{creatorId}/kyc/documents: called once for each part of a file. The last one makes the file that of its kind. */
export const addIdentityFileAction = (deps: Deps) =>
  implement(addIdentityFile, async ({ params: { creatorId, kind, document }, caller: { userId } }) => {
    const { id: documentId, contentType, bytes, part, parts, base64 } = document;
    const owner = { userId, creatorId };
    await requireOpenCheck(deps, owner);
    if (part === 0) await beginFile(deps, { _id: documentId, ...owner, kind, contentType, bytes, parts });
    const file = await deps.identityFiles.find(creatorId, documentId);
    if (!file || file.sentAt !== null || part >= file.parts) throw new AppError("error.conflict");
    await storePart(deps, file, part, Buffer.from(base64, "base64"));
    // A purge in between has not seen this part.
    if (!(await deps.identityFiles.find(creatorId, documentId))) {
      await removeParts(deps, file);
      throw new AppError("error.conflict");
    }
    if (part === file.parts - 1) {
      const times = { sentAt: deps.clock.now(), goneAt: endOfFiles(deps) };
      await changeOpenCheck(deps, owner, async (tx) => {
        if (!(await deps.identityFiles.complete(tx, file, times))) throw new AppError("error.conflict");
      });
    }
    return { documentId, kind, bytes };
  });
