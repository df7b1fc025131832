import { createScramCredentials } from "@creator-platform/embedded-mongo";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { StoreUser } from "./store-urls.ts";

/** Collections that no process may change: the ledger and the audit log. */
const LEDGER: Readonly<Record<string, readonly string[]>> = { messaging: ["ledger_transactions"] };
const AUDIT_LOG = "audit_log";

/** The collections of a process to which it may only append. */
export const appendOnlyOf = (process: string): readonly string[] => [AUDIT_LOG, ...(LEDGER[process] ?? [])];

/** The config service stores a settings backup there, for processes that cannot reach it. */
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

/** The Redis rights of a process: keys after `<namespace>:`, and the commands of its code, including those in scripts. */
interface RedisRights {
  readonly keys: readonly string[];
  readonly commands: string;
}

const RATE_COMMANDS = "incr pttl pexpire";

/** Keys and commands of the code in `libs/platform/counters`, for each process that writes there. */
const REDIS_RIGHTS: Readonly<Record<string, RedisRights>> = {
  // Rate limits, and stored responses for idempotency keys.
  gateway: { keys: ["rate:*", "replay:*"], commands: `${RATE_COMMANDS} eval set del` },
  // Used captchas: each counts once.
  account: { keys: ["replay:captcha:*"], commands: "eval set" },
  // Free messages of the day.
  messaging: { keys: ["quota:free-dm:*"], commands: "eval exists set incr decr" },
  // The stored order of a list, for its next pages.
  creator: { keys: ["memo:discovery:*", "rate:discovery:list:*"], commands: `${RATE_COMMANDS} set` },
  config: { keys: [KEPT_SETTINGS], commands: "set" },
};

/** Every process reads the settings backup. Its client checks readiness, follows the primary and discovers the nodes of a cluster. */
const REDIS_COMMANDS_OF_ALL = "get ping info role cluster|slots cluster|info";

/** The Redis users: each process reaches only the keys and commands that it uses. The file contains only hashes of the passwords. */
export function redisAcl(users: readonly StoreUser[], namespace: string): string {
  const lines = users.map(({ name, password }) => {
    const { keys, commands } = REDIS_RIGHTS[name] ?? { keys: [], commands: "" };
    const patterns = [`%R~${namespace}:${KEPT_SETTINGS}`, ...keys.map((key) => `~${namespace}:${key}`)];
    const allowed = `${REDIS_COMMANDS_OF_ALL} ${commands}`.trim().split(" ");
    return `user ${name} on #${sha256Hex(password)} ${patterns.join(" ")} resetchannels -@all ${allowed.map((each) => `+${each}`).join(" ")}`;
  });
  return `user default off\n${lines.join("\n")}\n`;
}
