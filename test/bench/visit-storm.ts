import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import autocannon from "autocannon";
import { newVisit } from "./workloads.ts";

export interface Storm {
  readonly url: string;
  readonly seconds: number;
  readonly connections: number;
  /** Requests per second in all. Without it, a connection sends as fast as it gets answers. */
  readonly rate?: number;
}

export interface StormResult {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds until each admitted visit was answered, in ascending order. */
  readonly admittedMs: readonly number[];
  /** 503 answers without `Retry-After`. */
  readonly withoutRetryAfter: number;
  /** Requests without an answer. */
  readonly unanswered: number;
  readonly seconds: number;
}

/** Sends visits from a thread of its own, so that it does not delay the caller's measurements. */
export function stormOfVisits(storm: Storm): Promise<StormResult> {
  return new Promise((resolve, reject) => {
    new Worker(new URL(import.meta.url), { workerData: storm }).once("message", resolve).once("error", reject);
  });
}

if (!isMainThread) parentPort?.postMessage(await run(workerData as Storm));

async function run({ url, seconds, connections, rate }: Storm): Promise<StormResult> {
  const statuses: Record<string, number> = {};
  const admittedMs: number[] = [];
  let withoutRetryAfter = 0;
  const visit: autocannon.Request = {
    method: "POST",
    path: "/api/v1/analytics/session",
    headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
    body: JSON.stringify(newVisit("[<id>]")),
    onResponse(status, _body, _context, headers) {
      const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
      if (status === 503 && !names.includes("retry-after")) withoutRetryAfter += 1;
    },
  };
  const options = { url, duration: seconds, connections, timeout: 30, idReplacement: true, requests: [visit] };
  // The declared type of the promise omits that it is also the running instance.
  const running = autocannon(rate === undefined ? options : { ...options, overallRate: rate }) as Promise<autocannon.Result> &
    autocannon.Instance;
  running.on("response", (_client: unknown, status: number, _bytes: number, ms: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status < 300) admittedMs.push(ms);
  });
  const { errors, timeouts, duration } = await running;
  return {
    statuses,
    admittedMs: admittedMs.toSorted((a, b) => a - b),
    withoutRetryAfter,
    unanswered: errors + timeouts,
    seconds: duration,
  };
}
