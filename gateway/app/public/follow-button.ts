import { followCreator, getFollow } from "#libs/contracts/creator/discovery.ts";
/** Shows whether the signed-in user follows the creator of the page, and follows at the first press. The session is loaded on demand. */
export function enhanceFollowButton(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-follow]")];
  const creatorId = links[0]?.dataset.follow;
  if (creatorId === undefined) return;
  const isSignedIn = () => localStorage.getItem("signed-in") !== null;
  let isFollowed = false;
  const showFollowed = () => {
    isFollowed = true;
    for (const link of links) {
      link.textContent = link.dataset.following ?? "";
      link.href = "/following";
    }
  };
  const follow = async (link: HTMLAnchorElement) => {
    const { api } = await import("../client/api.ts");
    try {
      await api.call(followCreator, { creatorId });
      showFollowed();
    } catch {
      location.assign(link.href);
    }
  };
  for (const link of links)
    link.addEventListener("click", (event) => {
      if (isFollowed || !isSignedIn()) return;
      event.preventDefault();
      void follow(link);
    });
  if (!isSignedIn()) return;
  // Creators cannot follow themselves.
  if (localStorage.getItem("own-page") === creatorId) for (const link of links) link.hidden = true;
  else
    void follows(creatorId).then(
      (does) => does && showFollowed(),
      () => undefined,
    );
}

/** Whether the reader follows a creator. */
async function follows(creatorId: string): Promise<boolean> {
  const { api } = await import("../client/api.ts");
  return (await api.call(getFollow, { creatorId })).following;
}
