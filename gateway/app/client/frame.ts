import { logout } from "#libs/contracts/account/index.ts";
/** What a script adds to the frame: the language changes as soon as it is chosen, and who is signed in can sign out. */
export function enhanceFrame(): void {
  enhanceLanguage();
  document.getElementById("sign-out")?.addEventListener("click", () => void signOut());
  // Another tab has begun or ended the session.
  addEventListener("storage", showWhoIsHere);
  showWhoIsHere();
}

/** The language changes as soon as it is chosen. */
export function enhanceLanguage(): void {
  const select = document.querySelector<HTMLSelectElement>(".language select");
  select?.form?.querySelector("button")?.remove();
  select?.addEventListener("change", () => {
    const address = new URL(location.href);
    address.searchParams.set("lang", select.value);
    location.assign(address);
  });
}

/** Shows the links of whoever is here, a creator, somebody else who is signed in, or a visitor, and which of them are about this page. */
export function showWhoIsHere(): void {
  const isSignedIn = localStorage.getItem("signed-in") !== null;
  const isCreator = isSignedIn && localStorage.getItem("own-page") !== null;
  const isWanted = ({ dataset: { signedIn, signedOut, creator, noCreator } }: HTMLElement) =>
    (signedIn === undefined || isSignedIn) &&
    (signedOut === undefined || !isSignedIn) &&
    (creator === undefined || isCreator) &&
    (noCreator === undefined || !isCreator);
  for (const element of document.querySelectorAll<HTMLElement>(".ways > *, [data-signed-in], [data-signed-out], [data-no-creator]"))
    element.hidden = !isWanted(element);
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".top a:not(.brand)")) showWhere(link);
}

/** Says of a link whether it leads to the page that is open, or to others beside it. */
export function showWhere(link: HTMLAnchorElement): void {
  const part = (path: string) => path.replace(/^\/admin\//, "/").split("/")[1];
  if (link.pathname === location.pathname) link.ariaCurrent = "page";
  else link.ariaCurrent = part(link.pathname) === part(location.pathname) ? "true" : null;
}

/** Ends the session of this browser, in all its tabs. */
export async function signOut(): Promise<void> {
  const { api, session } = await import("./api.ts");
  // Whoever wants to leave leaves, also when the interface cannot be reached.
  await api.call(logout).catch(() => undefined);
  session.forget();
  location.assign("/");
}
