import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "#deploy/demo/people.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { BenchCluster } from "./bench-cluster.ts";
import type { BenchFixture } from "./fixture.ts";
import { openStream } from "./open-stream.ts";
import { type Storm, stormOfVisits } from "./visit-storm.ts";
import { newVisit } from "./workloads.ts";

/** Fans who are signed in and send paid messages, each with five open streams. */
const FANS = 40;
const STREAMS_PER_FAN = 5;
const CAPACITY = { seconds: 8, connections: 50 };
const OVERLOAD = { factor: 4, seconds: 20, connections: 400 };
const PAID_ROUNDS_PER_SECOND = 4;
const CALM = { seconds: 60, readsPerSecond: 20, loginsPerSecond: 3 };
/** Bounds of LOD-05, in milliseconds. */
const MAX_P99_MS = 2_000;

/** Milliseconds and status of each answer; status 0 means no answer. */
type Answers = { readonly status: number; readonly ms: number; readonly key: string }[];

/**
 * LOD-05: sends four times the visits that the cluster can answer, while paid messages go on. Then sends a minute of light load, with
 * logins and open streams. Prints the results, and returns whether all bounds held.
 */
export async function measureOverload({ url, fixture: create }: BenchCluster): Promise<boolean> {
  const fixture = await create({ fans: FANS });
  const verdicts = [...(await underOverload(url, fixture)), ...(await inCalm(url, fixture))];
  for (const { bound, held } of verdicts) console.log(`${held ? "held    " : "NOT HELD"} ${bound}`);
  return verdicts.every(({ held }) => held);
}

interface Verdict {
  readonly bound: string;
  readonly held: boolean;
}

async function underOverload(url: string, fixture: BenchFixture): Promise<readonly Verdict[]> {
  await stormOfVisits({ url, ...CAPACITY, seconds: 2 });
  const capacity = await stormOfVisits({ url, ...CAPACITY });
  const rate = Math.round(capacity.admittedMs.length / capacity.seconds);
  const storm: Storm = { url, seconds: OVERLOAD.seconds, connections: OVERLOAD.connections, rate: OVERLOAD.factor * rate };
  const money: Answers = [];
  const [visits] = await Promise.all([stormOfVisits(storm), paidRounds(url, fixture, money)]);
  const asked = Object.values(visits.statuses).reduce((sum, count) => sum + count, 0) / visits.seconds;
  const others = Object.keys(visits.statuses).filter((status) => !status.startsWith("2") && status !== "503");
  const [admittedP99, moneyP99] = [percentile99(visits.admittedMs), percentile99(money.map(({ ms }) => ms).toSorted((a, b) => a - b))];
  console.log(`capacity: ${rate} visits/s at ${CAPACITY.connections} connections; asked for ${storm.rate}/s, sent ${Math.round(asked)}/s`);
  console.log(`visits: ${JSON.stringify(visits.statuses)}, ${visits.unanswered} unanswered; admitted p99 ${admittedP99} ms`);
  console.log(`paid messages and replies: ${summary(money)}; p99 ${moneyP99} ms`);
  return [
    { bound: `4 × visits: p99 of the admitted ≤ ${MAX_P99_MS} ms`, held: admittedP99 <= MAX_P99_MS },
    { bound: "4 × visits: others 503 with Retry-After", held: others.length + visits.withoutRetryAfter + visits.unanswered === 0 },
    { bound: `4 × visits: p99 of money ≤ ${MAX_P99_MS} ms`, held: money.length > 0 && moneyP99 <= MAX_P99_MS },
    { bound: "4 × visits: no request that moves money is refused", held: money.every(({ status }) => status === 201) },
  ];
}

/** Sends paid messages and answers them, at a fixed rate. */
async function paidRounds(url: string, { fans, paid, price }: BenchFixture, answers: Answers): Promise<void> {
  const idle = [...fans];
  await atRate(PAID_ROUNDS_PER_SECOND, OVERLOAD.seconds, async () => {
    const fan = idle.shift();
    // All fans still wait for an answer; the times of their rounds show that.
    if (!fan) return;
    const body = { receiverId: paid.userId, content: randomUUID(), dmType: "SINGLE_PAY", price };
    const sent = await ask<{ messageId: string }>(url, answers, "POST", "/messages", fan, body);
    if (!sent) return;
    if (await ask(url, answers, "POST", `/messages/${sent.messageId}/reply`, paid, { content: "a reply" })) idle.push(fan);
  });
}

async function inCalm(url: string, { fans, paid, email, password }: BenchFixture): Promise<readonly Verdict[]> {
  const [reads, logins]: [Answers, Answers] = [[], []];
  const streams = await Promise.all(fans.flatMap((fan) => Array.from({ length: STREAMS_PER_FAN }, () => openStream(url, fan))));
  let turn = 0;
  const read = () => {
    turn += 1;
    if (turn % 4 === 0) return ask(url, reads, "POST", "/analytics/session", null, newVisit(randomUUID()));
    if (turn % 4 === 1) return ask(url, reads, "GET", "/public/help/articles", null);
    return ask(url, reads, "GET", "/notifications", turn % 4 === 2 ? paid : (fans[turn % fans.length] ?? paid));
  };
  await Promise.all([
    atRate(CALM.readsPerSecond, CALM.seconds, read),
    atRate(CALM.loginsPerSecond, CALM.seconds, () => ask(url, logins, "POST", "/auth/login", null, { email, password })),
  ]);
  const open = streams.filter((stream) => stream?.complete === false && !stream.destroyed).length;
  for (const stream of streams) stream?.destroy();
  console.log(`calm: reads ${summary(reads)}; logins ${summary(logins)}; ${open} of ${streams.length} streams open`);
  const refused = [...reads, ...logins].filter(({ status }) => status === 503 || status === 0);
  return [
    { bound: `${CALM.readsPerSecond} requests/s and ${CALM.loginsPerSecond} logins/s: none refused`, held: refused.length === 0 },
    { bound: `${streams.length} streams stay open`, held: open === streams.length },
  ];
}

/** Starts work at a fixed rate per second without waiting for earlier work. Resolves when all work has ended. */
async function atRate(perSecond: number, seconds: number, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  const running: Promise<unknown>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    const waitMs = (turn * SECOND) / perSecond - (performance.now() - began);
    if (waitMs > 0) await pause(waitMs);
    running.push(work());
  }
  await Promise.all(running);
}

/** The data of a successful answer, else null. Records its duration. */
async function ask<T>(url: string, answers: Answers, method: string, path: string, as: Person | null, body?: object): Promise<T | null> {
  const began = performance.now();
  const headers = {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ...(as ? { authorization: `Bearer ${as.token}`, "idempotency-key": randomUUID() } : {}),
    ...(body ? { "content-type": "application/json" } : {}),
  };
  try {
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { data, error } = (await response.json()) as { data?: T; error?: { i18nKey: string } };
    answers.push({ status: response.status, ms: performance.now() - began, key: error?.i18nKey ?? "" });
    return response.ok ? (data ?? null) : null;
  } catch {
    answers.push({ status: 0, ms: performance.now() - began, key: "no answer" });
    return null;
  }
}

function summary(answers: Answers): string {
  const counts = new Map<string, number>();
  for (const { status, key } of answers) counts.set(`${status} ${key}`.trim(), (counts.get(`${status} ${key}`.trim()) ?? 0) + 1);
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const statuses = [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
  return `${statuses || "none"}, p50 ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, p99 ${percentile99(sorted)} ms`;
}

/** @param sorted in ascending order */
function percentile99(sorted: readonly number[]): number {
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
}
