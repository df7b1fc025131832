import { implement } from "#libs/contract-kit/implement.ts";
import { orderLinks } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { isPermutation } from "../domain/link-rules.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { linkView } from "../views/link-view.ts";

/** PUT /creators/{creatorId}/links/order: the list must contain every link of the page once. */
export const orderLinksAction = (deps: Deps) =>
  implement(orderLinks, async ({ params, caller, requestId }) => {
    const { creatorId, order } = params;
    await requireOwnProfile(deps.profiles, caller.userId, creatorId);
    const links = await deps.transaction(async (tx) => {
      await deps.bioPages.claimLinks(tx, creatorId, { by: 0 });
      const current = await deps.links.listByCreator(creatorId, tx);
      const currentIds = current.map(({ _id }) => _id);
      if (!isPermutation(order, currentIds)) throw new AppError("creator.link.invalid_order");
      await deps.links.reorder(tx, current, order, deps.clock.now());
      await deps.audit.add(tx, { actor: caller.userId, action: "creator.orderLinks", target: creatorId, requestId });
      return deps.links.listByCreator(creatorId, tx);
    });
    return links.map(linkView);
  });
