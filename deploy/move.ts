import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type EmbeddedMongo, startEmbeddedMongo } from "@creator-platform/embedded-mongo";
import { openDatabase } from "#libs/platform/mongo/connect.ts";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { moveDatabases } from "#libs/platform/mongo/move/move-databases.ts";
import { MoveRefused } from "#libs/platform/mongo/move/move-refused.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";

// Moves the data of a system with an embedded store to a MongoDB.
const USAGE = `npm run move -- --to MONGO_URL

Copies the databases in DATA_DIR/mongo (default .data/mongo) to a MongoDB that has none of them, compares counts and checksums,
builds the indexes and audits the ledger. Stop the system first. After an interruption, run the same command again.`;

/** How often the store deletes expired documents, in seconds: so seldom that it deletes none during the move. */
const EXPIRE_EVERY_SECONDS = 86_400;

const folder = join(process.env.DATA_DIR ?? ".data", "mongo");
const prefix = process.env.DATABASE_PREFIX ?? "creators_";

async function openSource(): Promise<EmbeddedMongo> {
  if (!existsSync(folder)) throw new MoveRefused(`there is no folder ${folder}; set DATA_DIR`);
  try {
    return await startEmbeddedMongo({ dataDir: folder, expireEverySeconds: EXPIRE_EVERY_SECONDS });
  } catch (error) {
    throw new MoveRefused(`the source cannot be opened; stop the system first (${(error as Error).message})`);
  }
}

async function refuseUnbalanced(url: string): Promise<void> {
  const messaging = databaseOf(openDatabase({ url, name: `${prefix}messaging` }));
  try {
    const violations = await auditLedger(messaging);
    const named = violations.map(({ invariant, subject }) => `${invariant} ${subject}`);
    if (named.length > 0) throw new MoveRefused(`the ledger is not balanced: ${named.join(", ")}`);
    console.log("ledger balanced");
  } finally {
    await messaging.close();
  }
}

async function move(to: string): Promise<void> {
  const source = await openSource();
  try {
    const { collections, documents } = await moveDatabases({
      from: source.uri,
      to,
      stateDatabase: `${prefix}move`,
      report: (line) => console.log(line),
      verify: () => refuseUnbalanced(to),
    });
    console.log(`moved ${documents} documents in ${collections} collections; start the system with MONGO_URL and the secrets of DATA_DIR`);
  } finally {
    await source.stop();
  }
}

const { values } = parseArgs({ options: { to: { type: "string" }, help: { type: "boolean", default: false } } });
if (values.help || !values.to) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}
try {
  await move(values.to);
} catch (error) {
  if (!(error instanceof MoveRefused)) throw error;
  console.error(`not moved: ${error.message}`);
  process.exitCode = 2;
}
