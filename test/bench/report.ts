import { type Burst, type Figure, isQuiet, MAX_SPREAD, MIN_TURNS, median, quantile, ratios, spreads, turnsOf } from "./figures.ts";
import type { IdleCluster } from "./idle-and-start.ts";
import { isService, type Memory } from "./memory.ts";

export const PRODUCT = "product";
const SPREADS_SHOWN = 3;

/** All measurements of a run. */
export interface Comparison {
  readonly bursts: readonly Burst[];
  readonly peers: readonly string[];
  /** Length of a burst. */
  readonly seconds: number;
  /** Rounds of the product, warm-up included. */
  readonly rounds: number;
  readonly refusals: ReadonlyMap<string, number>;
  /** The processor share of other work in each turn, and the names of that work. */
  readonly others: readonly number[];
  readonly busy: string;
  readonly starts: { readonly singleMs: number; readonly clusterMs: number };
  readonly idle: IdleCluster;
  readonly memory: readonly Memory[];
}

interface Bound {
  readonly rule: string;
  readonly what: string;
  readonly value: number;
  readonly least?: number;
  readonly most?: number;
  readonly unit?: string;
}

const FIGURES: Readonly<Record<Figure, string>> = { perSecond: "rounds/s", p50: "p50", p99: "p99", allCpu: "processor time" };

type RatioBound = readonly [rule: string, load: string, figure: Figure, peer: string, bound: { least: number } | { most: number }];

const RATIOS: readonly RatioBound[] = [
  ["SPD-01", "tracking", "perSecond", "min-nats", { least: 2 }],
  ["SPD-01", "tracking", "perSecond", "fastify-mono", { least: 1.5 }],
  ["SPD-01", "tracking", "perSecond", "nest-nats", { least: 2.3 }],
  ["SPD-01", "tracking", "allCpu", "min-nats", { most: 0.55 }],
  ["SPD-01", "tracking", "p99", "min-nats", { most: 1 }],
  ["SPD-02", "tracking, one connection", "p50", "min-nats", { most: 1.3 }],
  ["SPD-02", "notifications, one connection", "p50", "min-nats", { most: 1.3 }],
  ["SPD-02", "config read, one connection", "p50", "min-nats", { most: 1.3 }],
  ["SPD-03", "notifications, first page", "perSecond", "min-nats", { least: 1.6 }],
  ["SPD-03", "notifications, later page", "perSecond", "min-nats", { least: 1.25 }],
  ["SPD-04", "paid round, many creators", "perSecond", "min-dm-tuned", { least: 0.75 }],
  ["SPD-04", "paid round, many creators", "allCpu", "min-dm-tuned", { most: 1.4 }],
  ["SPD-04", "paid round, one creator", "perSecond", "min-dm-tuned", { least: 0.75 }],
  ["SPD-04", "paid round, one creator", "allCpu", "min-dm-tuned", { most: 1.4 }],
  ["SPD-05", "config read", "perSecond", "min-nats", { least: 2 }],
  ["SPD-05", "legal text", "perSecond", "min-nats", { least: 2 }],
  ["SPD-05", "help articles", "perSecond", "min-nats", { least: 2 }],
  ["SPD-05", "locales", "perSecond", "min-nats", { least: 2 }],
  ["SPD-05", "flags", "perSecond", "min-nats", { least: 2 }],
];

/** A page in Markdown, and whether all bounds held and no request was refused. */
export function report(measured: Comparison): { readonly text: string; readonly held: boolean } {
  const { bursts, refusals, others, busy, seconds, peers, rounds } = measured;
  const loads = [...new Set(bursts.map(({ load }) => load))];
  const bounds = [...ratioBounds(bursts), ...otherBounds(measured)];
  const refused = [...refusals].map(([reason, count]) => `- ${reason}: ${count}`);
  const text = [
    `Bursts of ${seconds} s in ${turnsOf(bursts)} turns. Figures are medians of the turns; a ratio is the median of the ratios inside each turn, with its middle half.`,
    `Other work took ${percent(median(others))} of the processors (${percent(Math.max(...others))} at most); ${busy}.`,
    spreadText(bursts, peers),
    "",
    "| rule | what | | bound | |",
    "| --- | --- | --- | --- | --- |",
    ...bounds.map(boundRow),
    ...loads.flatMap((load) => ["", ...loadTable(bursts, load)]),
    "",
    `Memory after ${rounds} rounds, in MiB (RSS, PSS): ${measured.memory.map(memoryText).join("; ")}`,
    ...(refused.length > 0 ? ["", "Refused:", "", ...refused] : []),
  ].join("\n");
  return { text, held: refused.length === 0 && bounds.every(isHeld) };
}

function ratioBounds(bursts: readonly Burst[]): Bound[] {
  return RATIOS.flatMap(([rule, load, figure, peer, bound]) => {
    const values = ratios(bursts, load, figure, [PRODUCT, peer]);
    if (values.length === 0) return [];
    return { rule, what: `${load}: ${FIGURES[figure]} × ${peer}`, value: median(values), ...bound };
  });
}

function otherBounds({ idle, starts, memory }: Comparison): Bound[] {
  const services = memory.filter((each) => each.name !== SINGLE && isService(each));
  const most = (figure: "rss" | "pss") => Math.max(...services.map((each) => each[figure]));
  const single = memory.find(({ name }) => name === SINGLE)?.rss ?? Number.NaN;
  return [
    { rule: "SPD-11", what: "idle cluster: processor time a second", value: idle.cpuMsPerSecond, most: IDLE_BOUNDS.cpuMs, unit: "ms" },
    { rule: "SPD-11", what: "idle cluster: database commands a second", value: idle.commandsPerSecond, most: IDLE_BOUNDS.commands },
    { rule: "SPD-12", what: "largest process: RSS", value: most("rss"), most: 115, unit: "MiB" },
    { rule: "SPD-12", what: "largest process: PSS", value: most("pss"), most: 85, unit: "MiB" },
    { rule: "SPD-12", what: "`npm start` in one process: RSS", value: single, most: 260, unit: "MiB" },
    { rule: "SPD-13", what: "`npm start` answers", value: starts.singleMs / 1_000, most: 3, unit: "s" },
    { rule: "SPD-13", what: "cluster answers", value: starts.clusterMs / 1_000, most: 5, unit: "s" },
  ];
}

/** Name of the process that holds the whole system. */
/** SPD-11: bounds per second. */
export const IDLE_BOUNDS = { cpuMs: 40, commands: 5 } as const;
export const SINGLE = "npm start";

function isHeld({ value, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Bound): boolean {
  return value >= least && value <= most;
}

function boundRow(bound: Bound): string {
  const { rule, what, value, least, most, unit } = bound;
  const limit = least === undefined ? `≤ ${most}` : `≥ ${least}`;
  const suffix = unit ? ` ${unit}` : "";
  return `| ${rule} | ${what} | ${shown(value)}${suffix} | ${limit}${suffix} | ${isHeld(bound) ? "held" : "**not held**"} |`;
}

/** Rows of a table: the product and its peers under one load, compared with the first peer in the list. */
function loadTable(bursts: readonly Burst[], load: string): string[] {
  const all = bursts.filter((burst) => burst.load === load);
  const names = [...new Set(all.map(({ contender }) => contender))].toSorted((a, b) => rank(a) - rank(b));
  const reference = ["min-nats", "min-dm-tuned"].find((name) => names.includes(name)) ?? PRODUCT;
  const rows = names.map((name) => {
    const own = all.filter(({ contender }) => contender === name);
    const of = (figure: Figure) => median(own.map((burst) => burst[figure]));
    const compared = (figure: Figure) => {
      const values = ratios(bursts, load, figure, [name, reference]);
      return `${shown(median(values))} (${shown(quantile(values, 0.25))}–${shown(quantile(values, 0.75))})`;
    };
    const cells = [name, shown(of("perSecond")), compared("perSecond"), shown(of("p50")), shown(of("p99")), shown(of("allCpu"))];
    return `| ${[...cells, compared("allCpu"), byProcess(own)].join(" | ")} |`;
  });
  const head = [load, "rounds/s", `× ${reference}`, "p50 ms", "p99 ms", "µs of processor time", `× ${reference}`, "by process"];
  return [`| ${head.join(" | ")} |`, `| ${head.map(() => "---").join(" | ")} |`, ...rows];
}

/** The product comes first. */
function rank(name: string): number {
  return name === PRODUCT ? 0 : 1;
}

/** Processes that take a hundredth of the time or more. */
function byProcess(own: readonly Burst[]): string {
  const names = [...new Set(own.flatMap(({ cpu }) => [...cpu.keys()]))];
  const times = names.map((name) => ({ name, time: median(own.map(({ cpu }) => cpu.get(name) ?? 0)) }));
  const least = median(own.map(({ allCpu }) => allCpu)) / 100;
  const used = times.filter(({ time }) => time >= least).toSorted((a, b) => b.time - a.time);
  return used.map(({ name, time }) => `${name} ${shown(time)}`).join(", ");
}

function spreadText(bursts: readonly Burst[], peers: readonly string[]): string {
  const list = spreads(bursts, peers)
    .slice(0, SPREADS_SHOWN)
    .map(({ contender, load, spread }) => `${contender} on ${load} ${percent(spread)}`);
  const verdict = isQuiet(bursts, peers) ? "The run counts" : "The run does not count";
  return `${verdict}: it takes ${MIN_TURNS} turns, in which no peer spreads by more than ${percent(MAX_SPREAD)}; ${list.join(", ")}.`;
}

function memoryText({ name, rss, pss }: Memory): string {
  return `${name} ${Math.round(rss)}, ${Math.round(pss)}`;
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

/** Three digits. */
function shown(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
