import { followCreator, getFollow } from "#libs/contracts/creator/discovery.ts";
import { isSignedIn, onSignInElsewhere, ownPage, signInMark } from "../client/browser/sign-in-mark.ts";

/** Shows whether the signed-in user follows the creator of the page, and follows at the first press. The session is loaded on demand. */
export function enhanceFollowButton(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-follow]")].map((link) => ({
    link,
    text: link.textContent,
    href: link.href,
  }));
  const creatorId = links[0]?.link.dataset.follow;
  if (creatorId === undefined) return;
  let isFollowed = false;
  const show = (isNowFollowed: boolean) => {
    isFollowed = isNowFollowed;
    for (const { link, text, href } of links) {
      link.textContent = isFollowed ? (link.dataset.following ?? "") : text;
      link.href = isFollowed ? "/following" : href;
      // Creators cannot follow themselves.
      link.hidden = isSignedIn() && ownPage() === creatorId;
    }
  };
  const showOwn = async () => {
    show(false);
    if (!isSignedIn() || ownPage() === creatorId) return;
    const mark = signInMark();
    const isNowFollowed = await follows(creatorId).catch(() => false);
    if (mark === signInMark()) show(isNowFollowed);
  };
  const follow = async (link: HTMLAnchorElement) => {
    const { api } = await import("../client/api.ts");
    try {
      await api.call(followCreator, { creatorId });
      show(true);
    } catch {
      location.assign(link.href);
    }
  };
  for (const { link } of links)
    link.addEventListener("click", (event) => {
      if (isFollowed || !isSignedIn()) return;
      event.preventDefault();
      void follow(link);
    });
  onSignInElsewhere(() => void showOwn());
  void showOwn();
}

/** Whether the reader follows a creator. */
async function follows(creatorId: string): Promise<boolean> {
  const { api } = await import("../client/api.ts");
  return (await api.call(getFollow, { creatorId })).following;
}
