import { getEarnings, getWallet } from "#libs/contracts/wallet/index.ts";
import { api } from "../client/api.ts";
import { isCreator, type Me, whoAmI } from "../client/me.ts";
import { inbox, newestSent, newestSessions, type Received, type Session, sessionsWith } from "../client/message-pages.ts";
import { ownProfile } from "../ui/message-terms.tsx";
import { creatorSteps, type Step } from "../ui/overview/first-steps.tsx";
import { byDeadline } from "../ui/overview/message-rows.tsx";

/** Rows of each kind. */
const SHOWN = 5;

/** Everything that the home of a user shows, so that it appears at once and nothing moves. */
export interface OwnHome {
  readonly me: Me;
  /** Username of a creator. */
  readonly username: string | null;
  /** Messages to the reader that can still be answered, by deadline. */
  readonly received: readonly Received[];
  /** Messages of the reader that wait for an answer, by deadline. */
  readonly sent: readonly Received[];
  /** The conversations of the messages, by id. */
  readonly sessions: ReadonlyMap<string, Session>;
  readonly latest: readonly Session[];
  readonly steps: readonly Step[];
  /** Earnings of a creator, balance of a fan: what is free, and what is still held. */
  readonly money: { readonly free: string; readonly held: string; readonly currency: string };
}

/** Null: signed out meanwhile. */
export async function ownHome(): Promise<OwnHome | null> {
  const me = await whoAmI();
  if (!me) return null;
  const [sent, latest, own] = await Promise.all([newestSent(), newestSessions(SHOWN), isCreator(me) ? creatorPart() : fanPart()]);
  const waiting = byDeadline(sent);
  const receivers = new Set(waiting.slice(0, SHOWN).map(({ receiverId }) => receiverId));
  const known = [...latest, ...own.sessions, ...(await sessionsWith(receivers)).values()];
  const steps = own.steps ?? fanSteps(me, latest);
  return { ...own, me, latest, steps, sent: waiting, sessions: new Map(known.map((session) => [session.id, session])) };
}

async function creatorPart() {
  const profile = await ownProfile();
  const [{ messages, sessions }, { available, pending, currency }, steps] = await Promise.all([
    inbox("open", 1),
    api.call(getEarnings, { creatorId: profile.id }),
    creatorSteps(profile),
  ]);
  const money = { free: available, held: pending, currency };
  return { username: profile.username, received: byDeadline(messages ?? []), sessions, steps, money };
}

async function fanPart() {
  const { balance, held, currency } = await api.call(getWallet);
  return { username: null, received: [], sessions: [], steps: null, money: { free: balance, held, currency } };
}

function fanSteps(me: Me, sessions: readonly Session[]): readonly Step[] {
  return [
    { text: "page.verify.title", href: "/verify-email", isDone: me.emailVerified },
    { text: "page.start.write", href: "/discover", isDone: sessions.length > 0 },
  ];
}
