import { createScramCredentials } from "@creator-platform/embedded-mongo";
import { sha256Hex } from "#libs/kernel/secrets.ts";

/** A process and its password for a store. */
export interface StoreUser {
  readonly name: string;
  readonly password: string;
}

/** Collections that no process may change: the book of the money, and who did what. */
const APPEND_ONLY: Readonly<Record<string, readonly string[]>> = { messaging: ["ledger_transactions"] };
const AUDIT_LOG = "audit_log";

/** The file of users of the embedded store: each process has its own database and no other. It holds no password. */
export async function storeUsers(users: readonly StoreUser[], tool: StoreUser, databasePrefix: string): Promise<object> {
  const own = users.map(async ({ name, password }) => ({
    name,
    database: `${databasePrefix}${name}`,
    role: "readWrite",
    appendOnly: [AUDIT_LOG, ...(APPEND_ONLY[name] ?? [])],
    credentials: await createScramCredentials(password),
  }));
  const root = { name: tool.name, database: "admin", role: "root", credentials: await createScramCredentials(tool.password) };
  return { users: [...(await Promise.all(own)), root] };
}

/** The users of Redis: each process reaches the keys of its namespace, and manages nothing. It holds hashes of the passwords only. */
export function redisAcl(users: readonly StoreUser[], namespace: string): string {
  const lines = users.map(
    ({ name, password }) => `user ${name} on #${sha256Hex(password)} ~${namespace}:* resetchannels +@all -@admin -@dangerous +info`,
  );
  return `user default off\n${lines.join("\n")}\n`;
}

/** The URL of a store with the user of a process. */
export function urlWithUser(url: string, { name, password }: StoreUser, query: Readonly<Record<string, string>> = {}): string {
  const whole = new URL(url);
  whole.username = name;
  whole.password = password;
  if (Object.keys(query).length > 0 && whole.pathname === "") whole.pathname = "/";
  for (const [key, value] of Object.entries(query)) whole.searchParams.set(key, value);
  return whole.href;
}
