import type { mongo } from "mongoose";
import type { Person } from "#deploy/demo/people.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { eventually } from "../support/eventually.ts";
import { type BenchCluster, startBenchCluster } from "./bench-cluster.ts";
import type { Contender } from "./contender.ts";
import { processesBelow } from "./cpu-time.ts";
import { type Burst, type Figure, median, ratios, turnsOf } from "./figures.ts";
import type { BenchFixture } from "./fixture.ts";
import { fillStores } from "./growth-fill.ts";
import { growthLoads, overviewPath } from "./growth-loads.ts";
import type { GrowingCreator } from "./growth-rows.ts";
import { watchOthers } from "./machine.ts";
import { keepReport } from "./results-file.ts";
import { settle } from "./settle.ts";
import { storeOf } from "./store-of.ts";
import { runTurns } from "./turns.ts";

const TITLE = "Growth with data (`npm run bench -- --long --only growth`)";
const SIZES = [1_000, 10_000, 100_000] as const;
const SIZE_OF_A_SERVER = 1_000_000;
const CREATORS = 10;
const FANS = 12;
const WARM_UP_SECONDS = 1;
/** No turn begins later. */
const MAX_MINUTES = 11;
const ROLLUP_WAIT_MS = 2 * MINUTE;
/** Of 300 ms each. */
const CATCH_UP_STEPS = 300;
/** Full days that a report covers; the last days are still open. */
const ROLLED_UP_DAYS = 24;
/** SPD-10: the maximum, relative to the time at the smallest size. */
const MOST = 1.25;
/** The books do not add up while they are filled, so nothing is switched off. */
const WHILE_FILLED = { CONFIG_LEDGER_GUARDS: "REPORT" };
const FIGURES: readonly Figure[] = ["p50", "allCpu"];

interface GrowthOptions {
  readonly turns: number;
  /** Length of a burst. */
  readonly seconds: number;
  /** Documents of each collection, ascending. Empty: the sizes of SPD-10. */
  readonly sizes: readonly number[];
  readonly write: boolean;
}

/**
 * SPD-10: sends the same requests, in turns, to systems that differ in their number of documents. Returns whether all stay within the
 * bound.
 */
export async function measureGrowth({ sizes: given, turns, seconds, write }: GrowthOptions): Promise<boolean> {
  const sizes = given.length > 0 ? given : [...SIZES, ...(process.env.MONGO_URL ? [SIZE_OF_A_SERVER] : [])];
  const others = watchOthers();
  const end = performance.now() + MAX_MINUTES * MINUTE;
  const clusters: BenchCluster[] = [];
  try {
    const contenders: Contender[] = [];
    for (const documents of sizes) {
      const prefix = `growth_${documents}_`;
      const cluster = await startBenchCluster({ databasePrefix: prefix, settings: WHILE_FILLED });
      clusters.push(cluster);
      contenders.push(await grown(cluster, documents, prefix));
    }
    const measured = await runTurns(contenders, { turns, seconds, warmUpSeconds: WARM_UP_SECONDS, end, others });
    const { text, held } = growthReport(measured.bursts, sizes.map(nameOf), measured.refusals);
    const page = `${text}\n\nBursts of ${seconds} s in ${turnsOf(measured.bursts)} turns; ${others.summary()}.`;
    console.log(page);
    if (write) keepReport(TITLE, { bursts: measured.bursts, peers: sizes.slice(0, 1).map(nameOf) }, page);
    return held;
  } finally {
    for (const cluster of clusters) await cluster.stop();
  }
}

const nameOf = (documents: number): string => documents.toLocaleString("en");

/** A grown cluster whose dashboards are rolled up. */
async function grown(cluster: BenchCluster, documents: number, prefix: string): Promise<Contender> {
  const fixture = await cluster.fixture({ fans: FANS, creators: CREATORS });
  const processes = processesBelow(cluster.pid);
  const store = await storeOf(cluster).connect();
  try {
    await firstRows(fixture);
    await settle(processes, new Map());
    const profiles = store.db(`${prefix}creator`).collection("creator_profiles");
    const creators: GrowingCreator[] = [];
    for (const { userId } of fixture.creators) {
      const profile = await profiles.findOne({ userId });
      creators.push({ userId, creatorId: String(profile?._id), bioPageId: String(profile?.bioPageId) });
    }
    const began = performance.now();
    await fillStores(store, { documents, creators, prefix });
    console.error(`${nameOf(documents)} documents a collection in ${Math.round((performance.now() - began) / 1_000)} s`);
    const loads = growthLoads(fixture, creators);
    await rolledUp(store.db(`${prefix}analytics`), fixture.creators, creators);
    // Audits and rollups of the new rows would count as the work of an idle system.
    await settle(processes, new Map(), CATCH_UP_STEPS);
    return { name: nameOf(documents), port: cluster.port, processes, loads };
  } finally {
    await store.close();
  }
}

/** One row of each kind that the product writes, to copy. */
async function firstRows({ fans, creators, price, bioPageId, analyticsSessionIds }: BenchFixture): Promise<void> {
  const [fan, creator] = [fans[0] as Person, creators[0] as Person];
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price, content: "a message" };
  const { messageId } = await fan.as<{ messageId: string }>("POST", "/messages", message);
  await creator.as("POST", `/messages/${messageId}/reply`, { content: "a reply" });
  await fan.as("POST", "/analytics/pageview", { sessionId: analyticsSessionIds[0], url: "https://creator.example.org/", path: "/" });
  await fan.as("POST", `/bio/${bioPageId}/view`, { visitorId: "a visitor" });
}

/** The first reports start the rollups, which continue in the background; the measured reports come later. */
async function rolledUp(analytics: mongo.Db, creators: readonly Person[], rows: readonly GrowingCreator[]): Promise<void> {
  const ask = async () => {
    for (const [index, { as }] of creators.entries()) await as("GET", overviewPath(rows[index] as GrowingCreator));
  };
  const pages = rows.map(({ bioPageId }) => bioPageId);
  await eventually(async () => {
    await ask();
    const rolledUp = { bioPageId: { $in: pages }, counts: { $exists: true } };
    const periods = await analytics.collection("page_days").find(rolledUp).project<{ day: string }>({ day: 1 }).toArray();
    // Months are rolled up, too.
    const days = periods.filter(({ day }) => day.length === "2026-01-01".length).length;
    if (days < pages.length * ROLLED_UP_DAYS) throw new Error(`${days} days are rolled up`);
  }, ROLLUP_WAIT_MS);
}

/** A table, and whether no request takes longer over more documents than the bound allows. */
function growthReport(bursts: readonly Burst[], sizes: readonly string[], refusals: ReadonlyMap<string, number>) {
  const [least = ""] = sizes;
  const loads = [...new Set(bursts.map(({ load }) => load))];
  const rows = loads.map((load) => {
    const of = (contender: string, figure: Figure) =>
      median(bursts.filter((burst) => burst.load === load && burst.contender === contender).map((burst) => burst[figure]));
    const growth = FIGURES.map((figure) => median(ratios(bursts, load, figure, [sizes.at(-1) ?? "", least])));
    const isHeld = growth.every((ratio) => ratio <= MOST);
    const cells = sizes.flatMap((size) => [of(size, "p50").toFixed(2), Math.round(of(size, "allCpu")).toLocaleString("en")]);
    return {
      isHeld,
      text: `| ${[load, ...cells, ...growth.map((ratio) => ratio.toFixed(2)), isHeld ? "held" : "**not held**"].join(" | ")} |`,
    };
  });
  const head = ["request", ...sizes.flatMap((size) => [`${size}: p50 ms`, "µs"]), "p50 ×", "µs ×", `≤ ${MOST}`];
  const refused = [...refusals].map(([reason, count]) => `- ${reason}: ${count}`);
  const table = [`| ${head.join(" | ")} |`, `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(({ text }) => text)];
  return {
    text: [...table, ...(refused.length > 0 ? ["", "Refused:", "", ...refused] : [])].join("\n"),
    held: refused.length === 0 && rows.every(({ isHeld }) => isHeld),
  };
}
