import { implement } from "#libs/contract-kit/implement.ts";
import { updateBioPage } from "#libs/contracts/creator-bio.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { given } from "#libs/kernel/given-fields.ts";
import { bioPageView } from "../bio-page-view.ts";
import type { Deps } from "../deps.ts";
import { ownProfile } from "../own-profile.ts";

/** PATCH /creators/{creatorId}/bio: only the fields that are sent. */
export const updateBioPageAction = (deps: Deps) =>
  implement(updateBioPage, async ({ params, caller, requestId }) => {
    const { creatorId, templateId, ...rest } = params;
    await ownProfile(deps.profiles, caller.userId, creatorId);
    const fields = given({ ...rest, templateId: templateId === undefined ? undefined : templateId || null });
    return deps.transaction(async (tx) => {
      const page = await deps.bioPages.change(tx, creatorId, fields, deps.clock.now());
      if (!page) throw new AppError("creator.error.not_owner");
      const line = { actor: caller.userId, action: "creator.updateBioPage", target: creatorId };
      await deps.audit.add(tx, { ...line, details: { fields: Object.keys(fields) }, requestId });
      return bioPageView(page);
    });
  });
