import { implement } from "#libs/contract-kit/implement.ts";
import { trackLinkClick } from "#libs/contracts/creator-link.ts";
import { isBot } from "#libs/kernel/bots.ts";
import { inTurn } from "#libs/kernel/in-turn.ts";
import type { Deps } from "../deps.ts";
import { isShown } from "../domain/link-rules.ts";
import { isPublic } from "../domain/public-page.ts";

/** POST /bio/{bioPageId}/links/{linkId}/click: a browser that follows a link which visitors see counts once. */
export const trackLinkClickAction = (deps: Deps) => {
  // A click waits in the store for an owner who edits the link, with a connection in its hand; many would leave the owner none.
  const turn = inTurn();
  return implement(trackLinkClick, async ({ params, visitor }) => {
    const { bioPageId, linkId, userAgent } = params;
    if (!userAgent || isBot(userAgent)) return { counted: false };
    const link = await deps.links.find(linkId);
    if (link?.bioPageId !== bioPageId || !isShown(link, deps.clock.now())) return { counted: false };
    const [profile, page] = await Promise.all([deps.profiles.byId(link.creatorId), deps.bioPages.byCreator(link.creatorId)]);
    if (!profile || !page || !isPublic({ ...profile, published: page.published })) return { counted: false };
    if (visitor?.userId === profile.userId) return { counted: false };
    await turn(bioPageId, () => deps.links.countClick(linkId));
    return { counted: true };
  });
};
