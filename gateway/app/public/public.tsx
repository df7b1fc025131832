import { canCopy, copyText } from "../client/browser/clipboard.ts";
import { isSignedIn, keepSignInCookie, onSignInElsewhere } from "../client/browser/sign-in-mark.ts";
import { enhanceFrame } from "../client/frame.ts";
import { nextPath, onward } from "../client/navigation.ts";
import { solveCaptchaOfForm } from "./captcha-form.ts";
import { enhanceExpandableText } from "./expandable-text.ts";
import { enhanceFollowButton } from "./follow-button.ts";
import { enhanceLinkMenus } from "./link-menus.ts";
import { enhanceOwnPageLinks } from "./own-page-links.ts";
import { fillTokenField } from "./token-field.ts";
import { keepWanted } from "./wanted.ts";

enhanceFrame();
fillOwnFrame();
openOwnHome();
onSignInElsewhere(() => {
  fillOwnFrame();
  openOwnHome();
});
fillTokenField();
solveCaptchaOfForm();
const earnings = document.querySelector<HTMLFormElement>("form[data-earnings]");
if (earnings) void import("./earnings-form.ts").then(({ computeEarnings }) => computeEarnings(earnings));
if (document.getElementById("register")) await import("./register.tsx");
enhanceShare();
enhanceFollowButton();
enhanceOwnPageLinks();
enhanceExpandableText();
enhanceLinkMenus();
enhancePrint();
rememberWanted();
enhanceTokenForms();
if (isSignedIn()) await addForReader();

/** What the frame shows of the reader: unread messages, and an address that is not confirmed. */
async function addForReader(): Promise<void> {
  const [{ followUnread }, { showUnconfirmed }, about] = await Promise.all([
    import("../client/own/unread.ts"),
    import("../ui/unconfirmed.tsx"),
    import("../client/visitor.ts").then(({ reader }) => reader()),
  ]);
  followUnread(about.t);
  showUnconfirmed(about);
}

/** The server sends a user's home as soon as the browser says that it shows one. A reload that changed nothing is not repeated. */
function openOwnHome(): void {
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (location.pathname === "/" && isSignedIn() && keepSignInCookie() && arrival?.type !== "reload") location.reload();
}

/** Visitors do not load what shows a user. */
function fillOwnFrame(): void {
  if (isSignedIn()) void import("../client/own/own-frame.tsx").then(({ showOwnFrame }) => showOwnFrame());
}

/** The share sheet of the system, else the clipboard. */
function enhanceShare(): void {
  const button = document.querySelector<HTMLButtonElement>("button[data-share]");
  const canShare = typeof navigator.share === "function";
  if (!button || !(canShare || canCopy())) return;
  const label = button.textContent;
  button.classList.remove("until-script");
  button.addEventListener("click", async () => {
    const url = location.origin + location.pathname;
    // A closed sheet is the reader's choice.
    if (canShare) return navigator.share({ title: document.title, url }).catch(() => undefined);
    if (await copyText(url)) button.textContent = button.dataset.copied ?? label;
  });
}

function enhancePrint(): void {
  const button = document.querySelector<HTMLButtonElement>("button[data-print]");
  if (!button) return;
  button.classList.remove("until-script");
  button.addEventListener("click", () => print());
}

/** The sign-up form passes on where its reader comes from. */
function rememberWanted(): void {
  const next = nextPath(new URLSearchParams(location.search), "");
  const form = document.getElementById("register");
  if (!form || next === "") return;
  keepWanted(next);
  const signIn = form.querySelector<HTMLAnchorElement>('a[href="/login"]');
  if (signIn) signIn.href = `/login${onward(next)}`;
}

/** The forms of the links in mails that go with cookies of the interface. When their script cannot be loaded, they are sent as they are. */
function enhanceTokenForms(): void {
  const scripts = { "/verify-email": () => import("./verify-email.tsx"), "/reset-password": () => import("./reset-password.tsx") };
  for (const [path, load] of Object.entries(scripts)) {
    const form = document.querySelector<HTMLInputElement>(`form[action="${path}"] [name=token]`)?.form;
    const script = form && load();
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      script?.then(
        ({ sendForm }) => sendForm(form),
        () => form.submit(),
      );
    });
  }
}
