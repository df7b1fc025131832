import { implement } from "#libs/contract-kit/implement.ts";
import { updateMyProfile } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { given } from "#libs/kernel/given-fields.ts";
import { foldForSearch } from "#libs/kernel/search-fold.ts";
import type { Deps } from "../deps.ts";
import { hasInvalidTimeoutRange } from "../domain/reply-window.ts";
import { indexCreator } from "../search/index-creators.ts";
import { profileView } from "../views/profile-view.ts";

/** PATCH /creators/me: changes the given fields; an empty text clears a field as null does. */
export const updateMyProfileAction = (deps: Deps) =>
  implement(updateMyProfile, async ({ params, caller, requestId }) => {
    const { headline, autoReplyText, contentCategories, ...hours } = params;
    const fields = given({
      ...hours,
      headline: headline === "" ? null : headline,
      autoReplyText: autoReplyText === "" ? null : autoReplyText,
      contentCategories: contentCategories && distinct(contentCategories),
    });
    return deps.transaction(async (tx) => {
      const before = await deps.profiles.findByUser(caller.userId, tx);
      if (!before) throw new AppError("creator.error.profile_not_found");
      if (hasInvalidTimeoutRange({ ...before, ...fields })) throw new AppError("creator.error.invalid_timeout_range");
      const profile = await deps.profiles.update(tx, before._id, fields, deps.clock.now());
      if (!profile) throw new AppError("creator.error.profile_not_found");
      if (headline !== undefined) await indexCreator(deps, tx, profile._id);
      const line = { actor: caller.userId, action: "creator.updateMyProfile", target: profile._id } as const;
      await deps.audit.add(tx, { ...line, details: { fields: Object.keys(fields) }, requestId });
      return profileView(profile, await deps.packages.findActive(profile._id, tx), deps.config.read("site.public_host"));
    });
  });

/** The categories without those that readers cannot tell from an earlier one, in composed form, as keyboards send them to the filter. */
function distinct(categories: readonly string[]): string[] {
  const seen = Map.groupBy(categories, foldForSearch);
  return [...seen.values()].flatMap(([first]) => first?.normalize() ?? []);
}
