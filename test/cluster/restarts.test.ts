import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { alive, clusterNamed } from "./running-cluster.ts";

const cluster = clusterNamed("restarts");
const { processList, demo } = cluster;
beforeAll(() => cluster.start());
afterAll(() => cluster.dispose());

describe("a cluster whose processes end", () => {
  it("OPS-10 E1 completes the paid message while a messaging process is killed, and the supervisor starts another one", async () => {
    const before = processList().filter(({ name }) => name === "messaging");
    const { code, text } = await demo("--kill", "messaging");
    expect(text).toContain("is killed");
    expect(text).toContain("Trial balance: 0.00");
    expect(code).toBe(0);
    await eventually(() => {
      const after = processList().filter(({ name }) => name === "messaging");
      expect(after.map(({ pid }) => pid)).not.toEqual(before.map(({ pid }) => pid));
    });
  });

  it("OPS-10 E1 ends every process when the supervisor is killed, and the next supervisor finds the data", async () => {
    const listed = processList();
    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(["nats", "redis", "gateway", "messaging"]));
    cluster.supervisor().kill("SIGKILL");
    await eventually(() => expect(alive(listed.map(({ pid }) => pid))).toEqual([]));
    await cluster.start();
    const { code, text } = await demo();
    expect(text).toContain("Trial balance: 0.00 (commissions so far: 2.00)");
    expect(code).toBe(0);
  });

  it("OPS-11 ends every process on SIGTERM and exits 0, so before a process ends itself with another code", async () => {
    const pids = processList().map(({ pid }) => pid);
    const ended = new Promise<number | null>((resolve) => cluster.supervisor().once("exit", resolve));
    cluster.supervisor().kill("SIGTERM");
    expect(await ended).toBe(0);
    await eventually(() => expect(alive(pids)).toEqual([]));
  });
});
