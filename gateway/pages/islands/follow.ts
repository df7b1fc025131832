/** Whoever follows more creators than are looked through sees "Follow" on the oldest of them, which changes nothing. */
const MOST_PAGES = 4;
const PAGE_SIZE = 50;

/** Says whether whoever is signed in follows the creator of the page, and follows at once; the session is loaded when it is needed. */
export function enhanceFollow(): void {
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
    const { api } = await import("./surroundings.ts");
    try {
      await api.PUT("/creators/{creatorId}/follow", { params: { path: { creatorId } } });
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
  // Nobody follows their own page.
  if (localStorage.getItem("own-page") === creatorId) for (const link of links) link.hidden = true;
  else
    void follows(creatorId).then(
      (does) => does && showFollowed(),
      () => undefined,
    );
}

/** Whether the reader follows a creator; the interface has a list of them only. */
async function follows(creatorId: string): Promise<boolean> {
  const [{ api }, { dataOf }] = await Promise.all([import("./surroundings.ts"), import("#libs/client/index.ts")]);
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { items, totalPages } = await dataOf(api.GET("/follows", { params: { query: { page, limit: PAGE_SIZE } } }));
    if (items.some((followed) => followed.creatorId === creatorId)) return true;
    if (page >= totalPages) return false;
  }
  return false;
}
