import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ServiceBroker, type ServiceSchema } from "moleculer";
import { pino } from "pino";
import { createJobRunner, type JobRunner } from "#libs/platform/jobs/job-runner.ts";
import { type JobParts, jobsMiddleware } from "#libs/platform/jobs/jobs-middleware.ts";
import { eventually } from "../support/eventually.ts";

describe("job runner", () => {
  let runner: JobRunner;

  beforeEach(() => {
    runner = createJobRunner({ logger: pino({ level: "silent" }) });
  });
  afterEach(() => runner.stop());

  it("runs a job repeatedly, also after a failure", async () => {
    let runs = 0;
    runner.add({
      name: "sweep",
      everyMs: 5,
      run: async () => {
        runs += 1;
        if (runs % 2) throw new Error("failed");
      },
    });
    await pause(30);
    expect(runs).toBe(0);
    runner.start();
    await eventually(() => expect(runs).toBeGreaterThan(4));
  });

  it("SPD-11 leaves out the runs of a job that rests, unless a run is requested", async () => {
    let [runs, asked] = [0, 0];
    const rests = () => {
      asked += 1;
      return asked < 10;
    };
    const run = async () => {
      runs += 1;
    };
    runner.add({ name: "sweep", everyMs: 1, run, rests });
    await runner.runNow("sweep");
    expect([runs, asked]).toEqual([1, 0]);
    runner.start();
    await eventually(() => expect(runs).toBeGreaterThan(1));
    expect(asked).toBeGreaterThanOrEqual(10);
  });

  it("never runs a job twice at the same time", async () => {
    let [now, most, runs] = [0, 0, 0];
    runner.start();
    runner.add({
      name: "sweep",
      everyMs: 1,
      run: async () => {
        now += 1;
        most = Math.max(most, now);
        await pause(10);
        now -= 1;
        runs += 1;
      },
    });
    await Promise.all([runner.runNow("sweep"), runner.runNow("sweep"), runner.runNow("sweep")]);
    await eventually(() => expect(runs).toBeGreaterThan(5));
    expect(most).toBe(1);
  });

  it("runs a job on demand: the run starts after the call and rejects as the job does", async () => {
    let [begun, release] = [0, () => undefined as void];
    runner.add({
      name: "sweep",
      everyMs: 60_000,
      run: async () => {
        begun += 1;
        if (begun === 1) await new Promise<void>((resolve) => (release = resolve));
        if (begun === 2) throw new Error("no store");
      },
    });
    const first = runner.runNow("sweep");
    const second = runner.runNow("sweep");
    await eventually(() => expect(begun).toBe(1));
    release();
    await first;
    await expect(second).rejects.toThrow("no store");
    await expect(runner.runNow("sweep")).resolves.toBeUndefined();
    await expect(runner.runNow("other")).rejects.toThrow("unknown job other");
  });

  it("waits for the current run when it stops", async () => {
    let finished = false;
    let begun = false;
    runner.start();
    runner.add({
      name: "sweep",
      everyMs: 1,
      run: async () => {
        begun = true;
        await pause(100);
        finished = true;
      },
    });
    await eventually(() => expect(begun).toBe(true));
    await runner.stop();
    expect(finished).toBe(true);
  });

  it("refuses two jobs with one name", () => {
    const job = { name: "sweep", everyMs: 1, run: async () => undefined };
    runner.add(job);
    expect(() => runner.add(job)).toThrow("sweep");
  });

  it("runs the jobs of a service while the service runs", async () => {
    let runs = 0;
    const broker = new ServiceBroker({ logger: false, middlewares: [jobsMiddleware({ runner })] });
    const run = async () => {
      runs += 1;
    };
    const service: ServiceSchema & JobParts = { name: "messaging", jobs: [{ name: "sweep", everyMs: 2, run }] };
    broker.createService(service);
    await broker.start();
    await eventually(() => expect(runs).toBeGreaterThan(2));
    await broker.stop();
    const after = runs;
    await pause(30);
    expect(runs).toBe(after);
    await expect(runner.runNow("sweep")).rejects.toThrow("unknown job");
  });
});
