import { implement } from "#libs/contract-kit/implement.ts";
import { orderLinks } from "#libs/contracts/creator-link.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { isPermutation } from "../domain/link-rules.ts";
import { linkView } from "../link-view.ts";
import { ownProfile } from "../own-profile.ts";

/** PUT /creators/{creatorId}/links/order: the new order of exactly the links that there are. */
export const orderLinksAction = (deps: Deps) =>
  implement(orderLinks, async ({ params, caller, requestId }) => {
    const { creatorId, order } = params;
    await ownProfile(deps.profiles, caller.userId, creatorId);
    const links = await deps.transaction(async (tx) => {
      await deps.bioPages.claimLinks(tx, creatorId, { by: 0 });
      const before = await deps.links.ofCreator(creatorId, tx);
      const ids = before.map(({ _id }) => _id);
      if (!isPermutation(order, ids)) throw new AppError("creator.link.invalid_order");
      await deps.links.order(tx, before, order, deps.clock.now());
      await deps.audit.add(tx, { actor: caller.userId, action: "creator.orderLinks", target: creatorId, requestId });
      return deps.links.ofCreator(creatorId, tx);
    });
    return links.map(linkView);
  });
