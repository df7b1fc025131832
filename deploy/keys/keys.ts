import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { localBus, signalBus } from "./local-bus.ts";
import { type KeysOptions, makeKeys, makeOperator, makeSubscriber, readKeys, retireKey, revokeKey, rotateKey } from "./make-keys.ts";
import { moveStreams } from "./move-streams.ts";
import { untilStreamsAnswer } from "./streams-answer.ts";

/** Time for a busy server to reload its users. */
const RELOAD_MS = 1_500;

// `npm run keys -- make`: the keys of the processes, the certificate of the bus and its permissions, in DATA_DIR/keys.
const USAGE = `usage: npm run keys -- make [--store FOLDER] [--host NAME]... [--server-folder FOLDER] [--server-store FOLDER]
       npm run keys -- operator NAME
       npm run keys -- subscriber NAME [--server URL]...
       npm run keys -- rotate|retire|revoke NAME
       npm run keys -- move-streams FOLDER

make      what is missing in DATA_DIR/keys; run it again after an upgrade and every few weeks (certificates are valid for 90 days)
  --store          store folder of the bus server, whose streams move to their own account (the server must not run); default DATA_DIR/nats
  --host           further name or address of the bus server
  --server-folder  DATA_DIR/keys as the bus server sees it; it is remembered
  --server-store   the store folder as the bus server sees it; it is remembered
operator  a key for somebody who looks into a running system with npm run repl
subscriber  DATA_DIR/keys/subscriber-NAME.json for somebody who hears public facts, and a durable consumer of that name
  --server         URL of the bus as the subscriber reaches it; by default NATS_URL, or the bus of \`npm run start:cluster\`
rotate    a new key for a process, an operator or a subscriber (subscriber-NAME); the former one holds until it is retired. A process takes the new one within
          seconds; retire the former one after that
retire    ends the former keys of a name
revoke    ends all keys and passwords of a name that somebody else may have; a process gets new ones, of which stores and seals take theirs at the next
          start of the system
move-streams  what --store does, and nothing else`;

const CHANGES = { operator: makeOperator, rotate: rotateKey, retire: retireKey, revoke: revokeKey } as const;
const [, , command = "", ...words] = process.argv;
const valuesOf = (option: string) =>
  words.flatMap((word, index) => (word === option && words[index + 1] ? [words[index + 1] as string] : []));
const env = readEnv();
const options: KeysOptions = {
  folder: join(env.dataDir, "keys"),
  namespace: env.namespace,
  databasePrefix: env.databasePrefix,
  hosts: valuesOf("--host"),
  folderOfServer: valuesOf("--server-folder")[0],
  storeOfServer: valuesOf("--server-store")[0] ?? valuesOf("--store").map((folder) => resolve(folder))[0],
};
if (command === "make") {
  const [store] = valuesOf("--store");
  if (store && moveStreams(store)) console.error("streams moved to their own account");
  await makeKeys(options);
} else if (command === "move-streams" && words[0]) {
  console.error(moveStreams(words[0]) ? "streams moved to their own account" : "no streams to move");
  process.exit(0);
} else if (command === "subscriber" && words[0]) {
  const servers = [valuesOf("--server"), env.natsServers, localBus(env.dataDir)].find((urls) => urls.length > 0);
  if (!servers) {
    console.error("no bus found: name one with --server nats://HOST:PORT");
    process.exit(2);
  }
  makeSubscriber(options, words[0], servers);
} else if (command in CHANGES && words[0]) {
  const name = words[0].replace(/^bus\./, "");
  await CHANGES[command as keyof typeof CHANGES](options, name);
  if (command === "revoke" && readKeys(options.folder, name))
    console.error("restart stores and system to apply the new passwords and seal keys");
} else {
  console.error(USAGE);
  process.exit(2);
}
console.error(`keys: ${options.folder}`);
const reload = async () => signalBus(env.dataDir) && pause(RELOAD_MS, true);
const bus = { servers: localBus(env.dataDir), folder: options.folder, namespace: env.namespace };
if (!(await reload())) console.error("a running bus server must reload them: nats-server --signal reload");
else if (!(await untilStreamsAnswer(reload, bus))) console.error("the streams of the bus do not answer: restart it");
