import { logout, updateMe } from "#libs/contracts/account/index.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { enhanceMenus } from "./browser/menus.ts";
import { isSignedIn, oweSignOut, owesSignOut, ownPage, removeSignInMark } from "./browser/sign-in-mark.ts";
import { PATIENCE_MS, passed } from "./browser/tabs.ts";
import { addressIn } from "./page-language.ts";

/** Adds script behaviour to the frame: switching the language and signing out. */
export function enhanceFrame(): void {
  enhanceLanguage();
  enhanceMenus();
  document.getElementById("sign-out")?.addEventListener("click", () => void signOut());
  // Another tab has signed in or out, perhaps while this page waited in the browser's memory.
  for (const event of ["storage", "pageshow"]) addEventListener(event, showWhoIsHere);
  showWhoIsHere();
  if (owesSignOut()) void import("./own/owed-sign-out.ts").then(({ paySignOut }) => paySignOut()).catch(() => undefined);
}

/** A new language takes effect as soon as it is selected. The account of a signed-in user has it too. */
export function enhanceLanguage(): void {
  const select = document.querySelector<HTMLSelectElement>(".language select");
  select?.addEventListener("change", async () => {
    const locale = select.value as Locale;
    if (isSignedIn()) await Promise.race([keepLanguage(locale), passed(PATIENCE_MS)]);
    location.assign(addressIn(locale));
  });
}

/** The page changes its language also while the API cannot be reached. */
async function keepLanguage(locale: Locale): Promise<void> {
  try {
    const { api } = await import("./api.ts");
    await api.call(updateMe, { locale }, { keepalive: true });
  } catch (error) {
    console.warn("the account keeps its language", error);
  }
}

/** Shows the links for a creator, another signed-in user or a visitor. Marks the link of the current page. */
export function showWhoIsHere(): void {
  const isUser = isSignedIn();
  const isCreator = isUser && ownPage() !== null;
  const isWanted = ({ dataset: { signedIn, signedOut, creator, noCreator } }: HTMLElement) =>
    (signedIn === undefined || isUser) &&
    (signedOut === undefined || !isUser) &&
    (creator === undefined || isCreator) &&
    (noCreator === undefined || !isCreator);
  for (const element of document.querySelectorAll<HTMLElement>(
    ".ways > *, [data-signed-in], [data-signed-out], [data-creator], [data-no-creator]",
  ))
    element.hidden = !isWanted(element);
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".top a:not(.brand)")) showWhere(link);
}

/** Marks a link as the current page, or as the part of the site that the current page belongs to. */
function showWhere(link: HTMLAnchorElement): void {
  const part = (path: string) => path.split("/")[1];
  if (link.pathname === location.pathname) link.ariaCurrent = "page";
  else link.ariaCurrent = part(link.pathname) === part(location.pathname) ? "true" : null;
}

/** Signs out the user whom this page shows, in all tabs, and leads on. The sign-in of another user, or a sign-out of another tab, stays as it is. */
export async function signOut(onward = "/"): Promise<void> {
  // Signing out must also work while the API is unreachable or does not answer.
  const hasEnded = await Promise.race([endSession().catch(() => false), passed(PATIENCE_MS).then(() => false)]);
  const session = await import("./api.ts").then((client) => client.session).catch(() => null);
  if (!session?.isGone()) {
    // The user may have signed in once more: then the cookie is that of another session.
    oweSignOut(!hasEnded || (session?.isOver() ?? false));
    if (session) session.forget();
    else removeSignInMark();
  }
  location.assign(onward);
}

/** Whether the session has ended. */
async function endSession(): Promise<boolean> {
  const [{ api, session }, { orNull }] = await Promise.all([import("./api.ts"), import("./or-null.ts")]);
  // A call without token would be refused, which says nothing about the session of the browser.
  if (session.isOver()) return false;
  await orNull(api.call(logout, {}, { keepalive: true }), 401);
  return true;
}
