import { randomUUID } from "node:crypto";
import type { Person } from "#deploy/demo/people.ts";
import { DAY, utcDay } from "#libs/kernel/clock.ts";
import type { Load } from "./burst.ts";
import type { BenchFixture } from "./fixture.ts";
import type { GrowingCreator } from "./growth-rows.ts";

const CONNECTIONS = 4;
const PRICE = "1.00";
const DAYS = 27;
/** Accounts in a page of balances: fewer than the smallest system has, so that all sizes answer equally many. */
const BALANCE_PAGE = 100;

const API = "/api/v1";

interface Pair {
  readonly fan: Person;
  readonly creator: Person;
}

const reportPath = ({ creatorId }: GrowingCreator, name: string): string =>
  `/creators/${creatorId}/analytics/${name}?from=${utcDay(new Date(Date.now() - DAYS * DAY))}&to=${utcDay(new Date())}`;

export const overviewPath = (rows: GrowingCreator): string => reportPath(rows, "overview");

/** Requests that must not take longer when there is more data, by name. */
export function growthLoads(
  { creators, fans, platform, administrator }: BenchFixture,
  growing: readonly GrowingCreator[],
): Map<string, Load> {
  let asked = 0;
  const turn = () => {
    const index = asked++ % creators.length;
    return { creator: creators[index] as Person, rows: growing[index] as GrowingCreator };
  };
  const read = (pathOf: (rows: GrowingCreator) => string): Load => ({
    connections: CONNECTIONS,
    round(ask) {
      const { creator, rows } = turn();
      return ask({ method: "GET", path: API + pathOf(rows), token: creator.token });
    },
  });
  const report = (name: string, params = "") => read((rows) => reportPath(rows, name) + params);
  return new Map<string, Load>([
    ["inbox", read(() => "/messages?page=1&limit=20")],
    ["sessions", read(() => "/messages/sessions?page=1&limit=20")],
    ["notifications", read(() => "/notifications?page=1&limit=20")],
    ["discovery", read(() => `/discover/category/${platform}`)],
    ...messageLoads(fans, creators),
    ["overview", report("overview")],
    ["timeseries", report("timeseries")],
    ["breakdown", report("breakdown", "&dimension=country")],
    ["funnel", report("funnel")],
    ["earnings", read(({ creatorId }) => `/creators/${creatorId}/earnings`)],
    [
      "trial-balance page",
      {
        connections: 1,
        round: (ask) => ask({ method: "GET", path: `${API}/admin/ledger/trial-balance?limit=${BALANCE_PAGE}`, token: administrator.token }),
      },
    ],
  ]);
}

/** A fan may have one open message with a creator, so the burst of replies closes the messages that the burst of sends opened. */
function messageLoads(fans: readonly Person[], creators: readonly Person[]): [string, Load][] {
  const free: Pair[] = fans.flatMap((fan) => creators.map((creator) => ({ fan, creator })));
  const open: (Pair & { readonly messageId: string })[] = [];
  const load = (queue: readonly unknown[], round: Load["round"]): Load => ({
    ...{ connections: CONNECTIONS, hasBackgroundWork: true, round },
    hasMore: () => queue.length > 0,
  });
  const send = load(free, async (ask) => {
    const pair = free.shift() as Pair;
    const body = { receiverId: pair.creator.userId, dmType: "SINGLE_PAY", price: PRICE, content: randomUUID() };
    const sent = await ask({ method: "POST", path: `${API}/messages`, token: pair.fan.token, body });
    const { messageId } = (JSON.parse(sent) as { readonly data: { readonly messageId: string } }).data;
    open.push({ ...pair, messageId });
  });
  const reply = load(open, async (ask) => {
    const message = open.shift() as (typeof open)[number];
    await ask({
      method: "POST",
      path: `${API}/messages/${message.messageId}/reply`,
      token: message.creator.token,
      body: { content: "a reply" },
    });
    free.push(message);
  });
  return [
    ["send", send],
    ["reply", reply],
  ];
}
