import { randomUUID } from "node:crypto";
import type { Load } from "./burst.ts";
import { newVisit } from "./workloads.ts";

interface Sender {
  readonly userId: string;
  readonly token: string;
}

/** The users that send the requests. */
export interface Cast {
  /** A user with NOTIFICATIONS notifications. */
  readonly notified: Sender;
  readonly administrator: Pick<Sender, "token">;
  readonly creators: readonly Sender[];
  readonly fans: readonly Sender[];
}

export const NOTIFICATIONS = 60;
const PAGE_SIZE = 20;
const PRICE = "1.00";
export const FANS = 40;
export const CREATORS = 12;

const API = "/api/v1";
const SETTING = `${API}/admin/config/keys/messaging.duplicate_window_seconds/effective`;
/** Resources that rarely change, by name of the load that reads them. */
export const TEXTS = {
  "config read": SETTING,
  "legal text": `${API}/legal/terms`,
  "help articles": `${API}/public/help/articles`,
  locales: `${API}/public/i18n/locales`,
  flags: `${API}/admin/config/flags`,
} as const;

const CONNECTIONS = 50;
/** A paid round is two requests and their consequences. */
const PAID_CONNECTIONS = 20;

/**
 * The loads by name.
 * @param known the loads that a contender serves
 */
export function loadsOf(cast: Cast): ReadonlyMap<string, Load> {
  const idleFans = [...cast.fans];
  const tracking: Load["round"] = (ask) => ask({ method: "POST", path: `${API}/analytics/session`, body: newVisit(randomUUID()) });
  const page =
    (number: number): Load["round"] =>
    (ask) =>
      ask({ method: "GET", path: `${API}/notifications?page=${number}&limit=${PAGE_SIZE}`, token: cast.notified.token });
  const read =
    (path: string): Load["round"] =>
    (ask) =>
      ask({ method: "GET", path, ...(path.includes("/admin/") && { token: cast.administrator.token }) });
  // A paid message is followed by its reply, because a fan may have only one open message with a creator.
  const paid =
    (creatorOf: (connection: number) => Sender | undefined): Load["round"] =>
    async (ask, connection) => {
      const [fan, creator] = [idleFans.shift(), creatorOf(connection)];
      if (!fan || !creator) throw new Error("too few fans or creators");
      const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: PRICE, content: randomUUID() };
      try {
        const sent = await ask({ method: "POST", path: `${API}/messages`, token: fan.token, body: message });
        const { messageId } = (JSON.parse(sent) as { readonly data: { readonly messageId: string } }).data;
        await ask({ method: "POST", path: `${API}/messages/${messageId}/reply`, token: creator.token, body: { content: "a reply" } });
      } finally {
        idleFans.push(fan);
      }
    };
  const [one, ...many] = cast.creators;
  const at = (connections: number, round: Load["round"]): Load => ({ connections, round });
  const settled = (round: Load["round"]): Load => ({ connections: PAID_CONNECTIONS, hasBackgroundWork: true, round });
  return new Map<string, Load>([
    ["tracking", at(CONNECTIONS, tracking)],
    ["notifications, first page", at(CONNECTIONS, page(1))],
    ["notifications, later page", at(CONNECTIONS, page(2))],
    ...Object.entries(TEXTS).map(([name, path]): [string, Load] => [name, at(CONNECTIONS, read(path))]),
    ["paid round, many creators", settled(paid((connection) => many[connection % many.length]))],
    ["paid round, one creator", settled(paid(() => one))],
    ["tracking, one connection", at(1, tracking)],
    ["notifications, one connection", at(1, page(1))],
    ["config read, one connection", at(1, read(SETTING))],
  ]);
}

const VISITS_AND_LISTS = [
  "tracking",
  "notifications, first page",
  "notifications, later page",
  "tracking, one connection",
  "notifications, one connection",
];
export const SERVED = {
  visitsAndLists: VISITS_AND_LISTS,
  withTexts: [...VISITS_AND_LISTS, ...Object.keys(TEXTS), "config read, one connection"],
  paidMessages: ["paid round, many creators", "paid round, one creator"],
} as const;
