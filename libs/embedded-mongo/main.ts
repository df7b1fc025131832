import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { type EmbeddedMongo, startEmbeddedMongo } from "./index.ts";
import { runCheck } from "./repair/run-repair.ts";
import { DamagedData } from "./store/damaged-data.ts";
import { DirectoryInUse } from "./store/data-directory.ts";

const HELP = `Usage: node main.ts [options]

A stand-in for MongoDB that speaks its wire protocol, for development and tests.

  --port PORT       port to listen on (default: any free one)
  --host HOST       address to listen on (default: 127.0.0.1); without users only a loopback address
  --data-dir DIR    where the data are stored (default: in memory only)
  --fsync           flush every write to disk before it is acknowledged
  --users FILE      the users who may connect, as JSON (see the README). Without this option there is no
                    authentication: everybody on this machine may do everything, so only loopback is bound
  --fail-points     enable the command configureFailPoint, for tests
  --check           read everything in the data directory and print every damage; ends with 1 if there is one
  --help            show this text`;

// A small space for young objects: one collection stops all work for up to 15 ms of processor time, in a grown space for up to 30 ms.
setFlagsFromString("--semi-space-growth-factor=1");

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: "string", default: "0" },
        host: { type: "string" },
        "data-dir": { type: "string" },
        fsync: { type: "boolean", default: false },
        users: { type: "string" },
        "fail-points": { type: "boolean", default: false },
        check: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    process.exit(2);
  }
}

const values = readArguments();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

if (values.check) {
  const directory = values["data-dir"];
  if (directory === undefined || !existsSync(directory)) {
    console.error("--check needs --data-dir, the directory of the data");
    process.exit(2);
  }
  process.exit(runCheck(directory));
}

async function start(): Promise<EmbeddedMongo> {
  try {
    return await startEmbeddedMongo({
      port: Number(values.port),
      host: values.host,
      dataDir: values["data-dir"],
      fsync: values.fsync,
      usersFile: values.users,
      failPoints: values["fail-points"],
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(exitCodeOf(error));
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof DirectoryInUse) return 2;
  return error instanceof DamagedData ? 3 : 1;
}

let server: EmbeddedMongo | null = null;
let isStopping = false;
const stop = (): void => {
  if (isStopping) return;
  isStopping = true;
  if (server) void server.stop().then(() => process.exit(0));
  else process.exit(0);
};
// "disconnect": a forked process ends with its parent, even if the parent is killed
for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.once(signal, stop);
server = await start();
console.log(`mongo: embedded listening on ${server.uri}`);
