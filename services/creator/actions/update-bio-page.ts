import { implement } from "#libs/contract-kit/implement.ts";
import { updateBioPage } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { given } from "#libs/kernel/given-fields.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { indexCreator } from "../search/index-creators.ts";
import { bioPageView } from "../views/bio-page-view.ts";

/** PATCH /creators/{creatorId}/bio: changes the given fields; an empty templateId clears it as null does. */
export const updateBioPageAction = (deps: Deps) =>
  implement(updateBioPage, async ({ params, caller, requestId }) => {
    const { creatorId, templateId, ...rest } = params;
    await requireOwnProfile(deps.profiles, caller.userId, creatorId);
    const fields = given({ ...rest, templateId: templateId === undefined ? undefined : templateId || null });
    return deps.transaction(async (tx) => {
      const page = await deps.bioPages.update(tx, creatorId, fields, deps.clock.now());
      if (!page) throw new AppError("creator.error.not_owner");
      if (fields.bio !== undefined) await indexCreator(deps, tx, creatorId);
      const line = { actor: caller.userId, action: "creator.updateBioPage", target: creatorId } as const;
      await deps.audit.add(tx, { ...line, details: { fields: Object.keys(fields) }, requestId });
      return bioPageView(page);
    });
  });
