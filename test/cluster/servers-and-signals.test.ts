import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Client } from "#deploy/demo/client.ts";
import { isListening } from "#deploy/launch/free-port.ts";
import { eventually } from "../support/eventually.ts";
import { alive, clusterNamed } from "./running-cluster.ts";

/** Concurrent senders when Ctrl-C is pressed. */
const SENDERS = 4;
/** One fan sends all messages of the load. */
const raised = ["RATELIMIT_MESSAGES_SEND_LIMIT", "RATELIMIT_DEFAULT_USER_LIMIT", "DM_FREE_DAILY_LIMIT", "DM_FREE_PER_CREATOR_DAILY"];
const cluster = clusterNamed("signals", Object.fromEntries(raised.map((key) => [`CONFIG_${key}`, "1000"])));
let fan: () => Client;
/** Sends a free message of the fan to a creator. */
let send: () => Promise<string>;
beforeAll(async () => {
  await cluster.start();
  ({ fan, send } = await newSender());
});
afterAll(() => cluster.dispose());

async function newSender(): Promise<{ fan(): Client; send(): Promise<string> }> {
  process.env.DATA_DIR = cluster.dataDir;
  const { client } = await import("#deploy/demo/client.ts");
  const { people } = await import("#deploy/demo/people.ts");
  const { register, signIn } = people(cluster.bases().map((base) => `${base}/api/v1`));
  const [fan, creator] = await Promise.all(
    [randomUUID(), randomUUID()].map(async (name) => {
      const [email, password] = [`${name}@example.org`, `the password of ${name}`];
      await register(name, email, password);
      return signIn(email, password);
    }),
  );
  if (!fan || !creator) throw new Error("no users");
  const { creatorId } = await creator.as<{ creatorId: string }>("POST", "/creators/upgrade", { username: `u${randomUUID().slice(0, 8)}` });
  await creator.as("PATCH", `/creators/${creatorId}/dm-settings`, { dmType: "FREE" });
  const body = { receiverId: creator.userId, dmType: "FREE" };
  // Uses the current gateways, because each start has other ports.
  const asFan = () =>
    client(
      cluster.bases().map((base) => `${base}/api/v1`),
      { token: fan.token },
    );
  const send = async () => (await asFan()<{ messageId: string }>("POST", "/messages", { ...body, content: randomUUID() })).messageId;
  return { fan: asFan, send };
}

/** Sends SIGINT to the process group, as a terminal does when Ctrl-C is pressed; resolves to the exit code. */
async function pressCtrlC(times = 1): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => cluster.supervisor().once("exit", resolve));
  for (let press = 0; press < times; press += 1) {
    if (press > 0) await eventually(() => expect(cluster.output().read()).toContain("Ctrl-C again ends at once"));
    if (press > 0) await pause(300);
    process.kill(-(cluster.supervisor().pid ?? 0), "SIGINT");
  }
  return await ended;
}

describe("a cluster", () => {
  it.each([
    ["nats", "server"],
    ["nats", "guard"],
    ["redis", "server"],
    ["redis", "guard"],
  ])("LOD-07 %s whose %s is killed is started again at its port, and messages are sent", async (name, victim) => {
    await send();
    const { pid, serverPid, port } = cluster.processList().find((one) => one.name === name) ?? {};
    if (!pid || !serverPid || !port) throw new Error(`no ${name}`);
    process.kill(victim === "server" ? serverPid : pid, "SIGKILL");
    await eventually(async () => {
      expect(alive([serverPid])).toEqual([]);
      expect(await isListening(port)).toBe(true);
    });
    // Free messages are refused until they can be counted again.
    await eventually(send);
    await eventually(() => expect(cluster.processList().find((one) => one.name === name)?.pid).not.toBe(pid));
  });

  it("LOD-08 Ctrl-C under load ends every process with 0, so before it ends itself with another code, and without a stack trace; what was acknowledged is there", async () => {
    const [acknowledged, pids] = [[] as string[], cluster.pids()];
    let loading = true;
    const load = Array.from({ length: SENDERS }, async () => {
      while (loading) acknowledged.push(await send().catch(() => ""));
    });
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(50));
    const code = await pressCtrlC();
    loading = false;
    expect({ code, text: cluster.output().read() }).toEqual({ code: 0, text: expect.not.stringMatching(/(\n|\\n)\s+at /) });
    await eventually(() => expect(alive(pids)).toEqual([]));
    await cluster.start();
    await Promise.all(load);
    for (const messageId of acknowledged.filter(Boolean)) await fan()("GET", `/messages/${messageId}`);
  });

  it("LOD-08 a second Ctrl-C ends every process at once, with 130", async () => {
    const pids = cluster.pids();
    // A process that does not end by itself, however fast the others are.
    const { pid: stuck = 0 } = cluster.processList().find(({ metricsPort }) => metricsPort) ?? {};
    process.kill(stuck, "SIGSTOP");
    expect(await pressCtrlC(2)).toBe(130);
    await eventually(() => expect(alive(pids)).toEqual([]));
  });
});
