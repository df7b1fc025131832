import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { listLocales } from "#libs/contracts/content/index.ts";
import { networkOptions } from "#libs/platform/broker/broker-options.ts";
import { type BusFiles, busIdentity } from "#libs/platform/bus/bus-identity.ts";
import { eventually } from "../support/eventually.ts";
import { clusterNamed, outputOf, READY_MS } from "./running-cluster.ts";

const cluster = clusterNamed("beside");
const { dataDir, isolated, processList, run } = cluster;
beforeAll(() => cluster.start());
afterAll(() => cluster.dispose());

/** Where a process finds the bus of the cluster, and how it proves its name. */
function busOfCluster(process: string): Record<"NATS_URL" | "NATS_CA_FILE" | "PROCESS_KEYS_FILE" | "KEYS_ROSTER_FILE", string> {
  return {
    NATS_URL: `nats://127.0.0.1:${processList().find(({ name }) => name === "nats")?.port}`,
    NATS_CA_FILE: join(dataDir, "keys", "ca.pem"),
    PROCESS_KEYS_FILE: join(dataDir, "keys", `${process}.json`),
    KEYS_ROSTER_FILE: join(dataDir, "keys", "roster.json"),
  };
}

function filesOfOperator(): BusFiles {
  const { NATS_URL, NATS_CA_FILE, PROCESS_KEYS_FILE, KEYS_ROSTER_FILE } = busOfCluster("operator");
  return { natsServers: [NATS_URL], natsCaFile: NATS_CA_FILE, processKeysFile: PROCESS_KEYS_FILE, keysRosterFile: KEYS_ROSTER_FILE };
}

describe("a running cluster", () => {
  it("THR-20 counts requests to two gateways against one limit", async () => {
    const ask = (index: number) =>
      fetch(`${cluster.bases()[index % 2]}/api/v1/auth/login`, { method: "POST", headers: { "x-forwarded-for": "203.0.113.77" } });
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1) statuses.push((await ask(index)).status);
    expect(statuses.slice(0, 60)).not.toContain(429);
    expect(statuses[60]).toBe(429);
  });

  it("Moleculer's runner starts one service beside the cluster, and the actions of that node answer", async () => {
    const runner = run(
      "node_modules/moleculer/bin/moleculer-runner.mjs",
      ["--config", "moleculer.config.ts", "services/content"],
      busOfCluster("content"),
    );
    const output = outputOf(runner);
    const probe = new ServiceBroker({
      ...networkOptions(cluster.namespace, busIdentity(filesOfOperator(), "operator")),
      logger: false,
    });
    await probe.start();
    try {
      const ask = () => {
        const nodes = probe.registry.getNodeList({ onlyAvailable: true }) as { readonly id: string }[];
        const [, second] = nodes
          .filter(({ id }) => id.startsWith("content."))
          .map(({ id }) => probe.call<unknown[], object>(listLocales.name, {}, { nodeID: id }));
        return second ?? Promise.reject(new Error("one node of content"));
      };
      const locales = await eventually(ask, READY_MS).catch((error: unknown) =>
        Promise.reject(new Error(`${String(error)}: ${output.read()}`)),
      );
      expect(locales).toHaveLength(20);
    } finally {
      await probe.stop();
      const ended = new Promise<number | null>((resolve) => runner.once("exit", resolve));
      runner.kill("SIGTERM");
      expect(await ended).toBe(0);
    }
  });

  it("npm run repl joins the running system: nodes, services and actions are listed, and an action is called", async () => {
    const { NODE_OPTIONS: _forJest, ...inherited } = process.env;
    const repl = spawn(process.execPath, ["deploy/launch/repl.ts"], {
      env: { ...inherited, ...isolated, HOME: dataDir, NO_COLOR: "1" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const output = outputOf(repl);
    const enter = async (command: string, expected: RegExp) => {
      repl.stdin.write(`${command}\n`);
      await eventually(() => expect(output.read()).toMatch(expected));
    };
    await eventually(() => expect(output.read()).toContain("mol $"), READY_MS);
    await enter("nodes", /Node ID/);
    await enter("services", /wallet/);
    await enter("actions", /wallet\.getWallet/);
    await enter(`call ${listLocales.name}`, /code: .*'zh'/);
    const ended = new Promise<number | null>((resolve) => repl.once("exit", resolve));
    repl.stdin.end();
    expect(await ended).toBe(0);
    for (const name of ["account", "analytics", "config", "content", "creator", "gateway", "messaging", "notification", "webhook"])
      expect(output.read()).toContain(name);
  });
});
