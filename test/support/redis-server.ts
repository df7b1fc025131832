import { freePort } from "#deploy/launch/free-port.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";

export interface RedisServer extends ServerProcess {
  readonly url: string;
  dispose(): Promise<void>;
}

/** A redis-server on a free port that stores nothing on disk; started. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  const server = serverProcess(port, "redis-server", ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"]);
  await server.start();
  return {
    ...server,
    url: `redis://127.0.0.1:${port}`,
    async dispose() {
      server.resume();
      await server.stop("SIGKILL");
    },
  };
}
