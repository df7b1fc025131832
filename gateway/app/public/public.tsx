import { canCopy, copyText } from "../client/browser/clipboard.ts";
import { object, text } from "../client/browser/shapes.ts";
import { isSignedIn, onSignInElsewhere } from "../client/browser/sign-in-mark.ts";
import { begunMessages, findDraft, keepDraft } from "../client/drafts.ts";
import { enhanceFrame } from "../client/frame.ts";
import { nextPath, onward, ownPath } from "../client/navigation.ts";
import { solveCaptchaOfForm } from "./captcha-form.ts";
import { enhanceExpandableText } from "./expandable-text.ts";
import { enhanceFollowButton } from "./follow-button.ts";
import { enhanceLinkMenus } from "./link-menus.ts";
import { fillTokenField } from "./token-field.ts";

/** Path of the page that creates an account. */
const REGISTER = "/register";

interface Wanted {
  /** A path of this site. */
  readonly next: string;
}

const WANTED = object<Wanted>({ next: text });

enhanceFrame();
fillOwnFrame();
onSignInElsewhere(fillOwnFrame);
fillTokenField();
solveCaptchaOfForm();
if (document.getElementById("register")) await import("./register.tsx");
enhanceShare();
enhanceFollowButton();
enhanceExpandableText();
enhanceLinkMenus();
enhancePrint();
rememberWanted();
offerWanted();
offerBegunMessage();
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

/** Stores the path to return to after registration, because the link of the confirmation mail does not contain it. */
function rememberWanted(): void {
  const next = nextPath(new URLSearchParams(location.search), "");
  const form = document.getElementById("register");
  if (!form || next === "") return;
  keepDraft<Wanted>(REGISTER, null, { next });
  const signIn = form.querySelector<HTMLAnchorElement>('a[href="/login"]');
  if (signIn) signIn.href = `/login${onward(next)}`;
}

/** After confirming the address, the sign-in link leads to the stored path. */
function offerWanted(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-continue]");
  if (link) link.href = `/login${onward(ownPath(findDraft(REGISTER, null, WANTED)?.next ?? "", ""))}`;
}

/** A message begun before registration is continued after signing in. */
function offerBegunMessage(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-continue]");
  const begun = begunMessages(null)[0];
  if (!link || !begun) return;
  const name = document.createElement("bdi");
  name.textContent = begun.name;
  const text = document.createElement("span");
  const [before = "", after = ""] = (link.dataset.continue ?? "").split("{name}");
  text.append(before, name, after);
  link.replaceChildren(text);
  link.href = `/login?next=${encodeURIComponent(begun.page)}`;
}
