import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { startTestGateway, type TestGateway, untilReady } from "./fixture.ts";

const REPLICA = fileURLToPath(new URL("./replica-process.ts", import.meta.url));
const RAISED = new Map(["MESSAGES_SEND", "DEFAULT_IP", "HELP_ARTICLES"].map((name) => [`CONFIG_RATELIMIT_${name}_LIMIT`, "10000"]));

/** A gateway in this process, whose services are processes of their own on a bus of their own. */
export interface DistributedGateway {
  readonly nats: NatsServer;
  readonly gateway: TestGateway;
  /** The processes of services, in the order of their start. The first has account and fixture, the second the slow service. */
  readonly replicas: readonly ChildProcess[];
  startReplica(...services: string[]): Promise<ChildProcess>;
  kill(child: ChildProcess | undefined): Promise<void>;
  /** Ends what still runs. */
  dispose(): Promise<void>;
}

export const configOfDistributed = { configOverrides: RAISED };

export async function startDistributedGateway(): Promise<DistributedGateway> {
  const nats = await startNatsServer();
  const gateway = await startTestGateway({ env: { natsServers: [nats.url], ...configOfDistributed }, services: () => [] });
  const replicas: ChildProcess[] = [];
  let isStopped = false;
  const startReplica = async (...services: string[]): Promise<ChildProcess> => {
    const { namespace, secrets } = gateway.runtime.env;
    const args = [nats.url, namespace, secrets.tokenSigningKey, ...services];
    const child = fork(REPLICA, args, { env: { ...process.env, NODE_OPTIONS: "" }, stdio: ["ignore", "ignore", "inherit", "ipc"] });
    replicas.push(child);
    await once(child, "message");
    return child;
  };
  const kill = async (child: ChildProcess | undefined): Promise<void> => {
    if (!child || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  await startReplica("account", "fixture");
  await startReplica("slow");
  await untilReady(gateway);
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await gateway.stop();
  };
  return {
    nats,
    gateway: { ...gateway, stop },
    replicas,
    startReplica,
    kill,
    async dispose() {
      await Promise.all(replicas.map(kill));
      await stop();
      await nats.dispose();
    },
  };
}
