import { logout } from "#libs/contracts/account/index.ts";
/** Adds script behaviour to the frame: switching the language and signing out. */
export function enhanceFrame(): void {
  enhanceLanguage();
  document.getElementById("sign-out")?.addEventListener("click", () => void signOut());
  // Another tab has signed in or out.
  addEventListener("storage", showWhoIsHere);
  showWhoIsHere();
}

/** A new language takes effect as soon as it is selected. */
export function enhanceLanguage(): void {
  const select = document.querySelector<HTMLSelectElement>(".language select");
  select?.form?.querySelector("button")?.remove();
  select?.addEventListener("change", () => {
    const address = new URL(location.href);
    address.searchParams.set("lang", select.value);
    location.assign(address);
  });
}

/** Shows the links for a creator, another signed-in user or a visitor. Marks the link of the current page. */
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

/** Marks a link as the current page, or as the part of the site that the current page belongs to. */
export function showWhere(link: HTMLAnchorElement): void {
  const part = (path: string) => path.replace(/^\/admin\//, "/").split("/")[1];
  if (link.pathname === location.pathname) link.ariaCurrent = "page";
  else link.ariaCurrent = part(link.pathname) === part(location.pathname) ? "true" : null;
}

/** Ends the session of this browser, in all its tabs. */
export async function signOut(): Promise<void> {
  const { api, session } = await import("./api.ts");
  // Signing out must also work while the API is unreachable.
  await api.call(logout).catch(() => undefined);
  session.forget();
  location.assign("/");
}
