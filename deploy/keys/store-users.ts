import { createScramCredentials } from "@creator-platform/embedded-mongo";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { StoreUser } from "./store-urls.ts";

/** Collections that no process may change: the book of the money, and who did what. */
const LEDGER: Readonly<Record<string, readonly string[]>> = { messaging: ["ledger_transactions"] };
const AUDIT_LOG = "audit_log";

/** The collections of a process to which it may only append. */
export const appendOnlyOf = (process: string): readonly string[] => [AUDIT_LOG, ...(LEDGER[process] ?? [])];

/** Where the config service leaves the settings for processes that cannot ask it. */
const KEPT_SETTINGS = "memo:settings";

/** The file of users of the embedded store: each process has its own database and no other. It holds no password. */
export async function storeUsers(users: readonly StoreUser[], tool: StoreUser, databasePrefix: string): Promise<object> {
  const own = users.map(async ({ name, password }) => ({
    name,
    database: `${databasePrefix}${name}`,
    role: "readWrite",
    appendOnly: appendOnlyOf(name),
    credentials: await createScramCredentials(password),
  }));
  const root = { name: tool.name, database: "admin", role: "root", credentials: await createScramCredentials(tool.password) };
  return { users: [...(await Promise.all(own)), root] };
}

/** What a process may do in Redis: keys after `<namespace>:`, and the commands of its code, those within its scripts included. */
interface RedisRights {
  readonly keys: readonly string[];
  readonly commands: string;
}

const RATE_COMMANDS = "incr pttl pexpire";

/** Keys and commands of the code in `libs/platform/counters`, for each process that writes there. */
const REDIS_RIGHTS: Readonly<Record<string, RedisRights>> = {
  // Limits of requests, and the answers that are repeated for an idempotency key.
  gateway: { keys: ["rate:*", "replay:*"], commands: `${RATE_COMMANDS} eval set del` },
  // A solved captcha counts once.
  account: { keys: ["replay:captcha:*"], commands: "eval set" },
  // Free messages of a day.
  messaging: { keys: ["quota:free-dm:*"], commands: "eval exists set incr decr" },
  // The order of a list that somebody pages through.
  creator: { keys: ["memo:discovery:*", "rate:discovery:list:*"], commands: `${RATE_COMMANDS} set` },
  config: { keys: [KEPT_SETTINGS], commands: "set" },
};

/** Every process reads the kept settings, and its client looks whether the server is ready and where the nodes of a cluster are. */
const REDIS_COMMANDS_OF_ALL = "get ping info cluster|slots cluster|info";

/** The users of Redis: each process reaches the keys that it uses with the commands that it uses. It holds hashes of the passwords only. */
export function redisAcl(users: readonly StoreUser[], namespace: string): string {
  const lines = users.map(({ name, password }) => {
    const { keys, commands } = REDIS_RIGHTS[name] ?? { keys: [], commands: "" };
    const patterns = [`%R~${namespace}:${KEPT_SETTINGS}`, ...keys.map((key) => `~${namespace}:${key}`)];
    const allowed = `${REDIS_COMMANDS_OF_ALL} ${commands}`.trim().split(" ");
    return `user ${name} on #${sha256Hex(password)} ${patterns.join(" ")} resetchannels -@all ${allowed.map((each) => `+${each}`).join(" ")}`;
  });
  return `user default off\n${lines.join("\n")}\n`;
}
