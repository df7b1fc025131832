import { parseArgs } from "node:util";
import { type EmbeddedMongo, startEmbeddedMongo } from "./index.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    "data-dir": { type: "string" },
    fsync: { type: "boolean", default: false },
    "fail-points": { type: "boolean", default: false },
  },
});

async function start(): Promise<EmbeddedMongo> {
  try {
    return await startEmbeddedMongo({
      port: Number(values.port),
      dataDir: values["data-dir"],
      fsync: values.fsync,
      failPoints: values["fail-points"],
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const server = await start();
let isStopping = false;
const stop = (): void => {
  if (isStopping) return;
  isStopping = true;
  void server.stop().then(() => process.exit(0));
};
// a process that was forked ends with its parent, however that one ends
for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.once(signal, stop);
console.log(`mongo: embedded listening on ${server.uri}`);
