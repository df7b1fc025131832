import { parseArgs } from "node:util";
import { startEmbeddedMongo } from "./index.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    "data-dir": { type: "string" },
    fsync: { type: "boolean", default: false },
    "fail-points": { type: "boolean", default: false },
  },
});

const server = await startEmbeddedMongo({
  port: Number(values.port),
  dataDir: values["data-dir"],
  fsync: values.fsync,
  failPoints: values["fail-points"],
});
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void server.stop().then(() => process.exit(0)));
console.log(`mongo: embedded listening on ${server.uri}`);
