import { useEffect, useState } from "preact/hooks";
import { getAdmin } from "#libs/contracts/account/admin.ts";
import { getOverview, type StaffKind, streamOverview } from "#libs/contracts/config/console.ts";
import { noteHand } from "../attended.ts";
import { addressOfRoute, staffApi } from "../staff-session.ts";

/** Keys and pointer are a use of the session, told at most this often; the stream is none. */
const USE_MS = 300_000;
/** While nothing comes by itself, presses ask again at most this often. */
const LOOK_MS = 30_000;
/** What shows that the reader is there. */
const PRESSES = ["pointerdown", "keydown"] as const;
const HANDS = [...PRESSES, "pointermove", "wheel"] as const;

const ask = () => staffApi.call(getOverview);

/** What waits and what is wrong, as far as the reader may see it. */
export type Overview = Awaited<ReturnType<typeof ask>>;

/** Something that a page may show was changed. */
interface Act {
  readonly kind: StaffKind;
  readonly id: string;
  /** User id of a colleague; null: a user has changed something of their own. */
  readonly by: string | null;
}

interface Live {
  /** Null: not yet there. */
  readonly overview: Overview | null;
  /** Since when nothing comes by itself; null: it does. */
  readonly lostAt: string | null;
}

let live: Live = { overview: null, lostAt: null };
let stream: EventSource | null = null;
let usedAt = 0;
let lookedAt = Number.NEGATIVE_INFINITY;
const watchers = new Set<(live: Live) => void>();
const followers = new Set<(act: Act) => void>();

function set(change: Partial<Live>): void {
  live = { ...live, ...change };
  for (const watcher of watchers) watcher(live);
}

/** Opens the stream of the signed-in reader; does nothing while it is open. A stream that has failed is opened again. */
export function startLive(): void {
  if (stream !== null && stream.readyState !== EventSource.CLOSED) return;
  stream = new EventSource(addressOfRoute(streamOverview));
  stream.onopen = () => set({ lostAt: null });
  stream.onerror = () => {
    set({ lostAt: live.lostAt ?? new Date().toISOString() });
    // A page that opens without the stream asks once.
    if (live.overview === null && lookedAt === Number.NEGATIVE_INFINITY) look();
    // A refused stream is not tried again. The answer to this says when that is because the session has ended.
    else if (stream?.readyState === EventSource.CLOSED) ask().catch(() => undefined);
  };
  stream.addEventListener("overview", ({ data }) => set({ overview: JSON.parse(data), lostAt: null }));
  stream.addEventListener("changed", ({ data }) => {
    for (const follower of followers) follower(JSON.parse(data));
  });
}

/** Ends the stream, and forgets what it has said. */
export function stopLive(): void {
  stream?.close();
  stream = null;
  set({ overview: null, lostAt: null });
}

/** Asks once while nothing comes by itself, and tries the stream again. */
function look(): void {
  if (stream === null || live.lostAt === null) return;
  lookedAt = performance.now();
  startLive();
  ask().then(
    (overview) => set({ overview }),
    () => undefined,
  );
}

/** Keys and pointer prolong the session. While the stream is lost, presses and a return to the tab ask for the overview. */
export function followHands(): void {
  const used = () => {
    noteHand();
    const now = performance.now();
    if (stream === null || live.lostAt !== null || now - usedAt < USE_MS) return;
    usedAt = now;
    staffApi.call(getAdmin).catch(() => undefined);
  };
  const pressed = () => live.lostAt !== null && performance.now() - lookedAt > LOOK_MS && look();
  for (const hand of HANDS) addEventListener(hand, used, { passive: true });
  for (const press of PRESSES) addEventListener(press, pressed, { passive: true });
  addEventListener("focus", () => {
    noteHand();
    look();
  });
}

/** Calls back with what is live, now and after each change; returns the function that ends it. */
export function onLive(watcher: (live: Live) => void): () => void {
  watcher(live);
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** What is live now; renders again with each change. */
export function useLive(): Live {
  const [now, setNow] = useState(live);
  useEffect(() => onLive(setNow), []);
  return now;
}

/** Calls back when something of a kind was changed. */
export function useActs(kind: StaffKind, acted: (act: Act) => unknown): void {
  useEffect(() => {
    const follow = (act: Act) => act.kind === kind && acted(act);
    followers.add(follow);
    return () => void followers.delete(follow);
  });
}

/** Whether pages hear of changes without asking. */
export const isLive = (): boolean => stream !== null && live.lostAt === null;
