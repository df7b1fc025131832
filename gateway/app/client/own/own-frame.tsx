import { render } from "preact";
import { formatsOf } from "#gateway/ui/formats.ts";
import { Avatar } from "#gateway/ui/parts/values.tsx";
import type { Locale } from "#libs/contracts/shared.ts";
import { getWallet } from "#libs/contracts/wallet/index.ts";
import { api, session } from "../api.ts";
import { signInMark } from "../browser/sign-in-mark.ts";
import { browserTimeZone } from "../browser/time-zone.ts";
import { onNews } from "../live.ts";
import { isCreator, type Me, whoAmI } from "../me.ts";

const FACE = "[data-face]";
let isFollowing = false;
/** The place that holds a picture already. What was rendered there is changed by rendering again, never removed beside it. */
let pictured: Element | null = null;
let forgets = false;

/** Fills the header with picture, name, free balance and held sum of the signed-in user. Best effort: the links work without them. */
export async function showOwnFrame(): Promise<void> {
  const mark = signInMark();
  try {
    const me = await whoAmI();
    if (me === null || mark !== signInMark()) return;
    showPerson(me);
    if (!isCreator(me)) await showBalance(mark);
    forgetAtEnd();
  } catch {
    // The pages say what is wrong.
  }
}

function showPerson({ displayName, email, avatarUrl }: Me): void {
  const face = document.querySelector(FACE);
  const name = displayName ?? email;
  if (face) {
    if (face !== pictured) face.replaceChildren();
    pictured = face;
    render(<Avatar url={avatarUrl} name={name} size={32} />, face);
  }
  fill("[data-name]", name);
}

async function showBalance(mark: string | null): Promise<void> {
  const { balance, held, currency } = await api.call(getWallet);
  const { money } = formatsOf(document.documentElement.lang as Locale, browserTimeZone());
  if (mark !== signInMark()) return;
  fill("[data-balance]", money(balance, currency));
  fill("[data-held]", Number(held) === 0 ? "" : money(held, currency));
}

function fill(place: string, text: string): void {
  const element = document.querySelector(place);
  if (element) element.textContent = text;
}

/** Money may have moved when there are news. */
export function followOwnFrame(): void {
  if (isFollowing) return;
  isFollowing = true;
  onNews(({ kind }) => void (kind !== "unread" && showOwnFrame()));
}

/** Nothing of a user stays after signing out. */
function forgetAtEnd(): void {
  if (forgets) return;
  forgets = true;
  session.onEnd(() => {
    for (const place of ["[data-name]", "[data-balance]", "[data-held]"]) fill(place, "");
    const face = document.querySelector(FACE);
    if (face) render(null, face);
  });
}
