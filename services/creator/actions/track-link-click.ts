import { implement } from "#libs/contract-kit/implement.ts";
import { isBot } from "#libs/contracts/analytics/bots.ts";
import { trackLinkClick } from "#libs/contracts/creator/index.ts";
import { keyedMutex } from "#libs/kernel/keyed-mutex.ts";
import type { Deps } from "../deps.ts";
import { isShown } from "../domain/link-rules.ts";
import { isPublic } from "../domain/public-page.ts";

/** POST /bio/{bioPageId}/links/{linkId}/click: counts clicks of browsers on visible links of public pages, except the owner's. */
export const trackLinkClickAction = (deps: Deps) => {
  // While the owner edits links, each click waits for that transaction and occupies a connection. Unlimited clicks would block the owner.
  const mutex = keyedMutex();
  return implement(trackLinkClick, async ({ params, optionalCaller }) => {
    const { bioPageId, linkId, userAgent } = params;
    if (!userAgent || isBot(userAgent, deps.config.read("analytics.bot_tokens"))) return { counted: false };
    const link = await deps.links.find(linkId);
    if (link?.bioPageId !== bioPageId || !isShown(link, deps.clock.now())) return { counted: false };
    const [profile, page] = await Promise.all([deps.profiles.find(link.creatorId), deps.bioPages.findByCreator(link.creatorId)]);
    if (!profile || !page || !isPublic({ ...profile, published: page.published })) return { counted: false };
    if (optionalCaller?.userId === profile.userId) return { counted: false };
    await mutex(bioPageId, () => deps.links.countClick(linkId));
    return { counted: true };
  });
};
