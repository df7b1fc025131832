import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDoc } from "../values/document.ts";
import type { ScramCredentials } from "./scram.ts";

/** A user of the server, with the databases and rights of that user. */
export interface User {
  readonly name: string;
  /** Where the user signs in; with the role readWrite also the only database that the user may use. */
  readonly database: string;
  readonly role: "readWrite" | "root";
  /** Collections that the user may read and insert into, but not change. */
  readonly appendOnly: ReadonlySet<string>;
  readonly credentials: ScramCredentials;
}

export interface Users {
  find(database: string, name: string): User | null;
  /** Credentials that match no password, always the same for a name: an unknown user looks like a wrong password. */
  decoyFor(name: string): ScramCredentials;
}

/** Thrown for an invalid users file. */
class InvalidUsersFile extends Error {
  constructor(path: string, problem: string) {
    super(`embedded-mongo: the file of users ${path} ${problem}`);
  }
}

const KEY_BYTES = 32;
const MIN_ITERATIONS = 4096;
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isKey = (value: unknown): boolean => isText(value) && Buffer.from(value, "base64").length === KEY_BYTES;

function isCredentials(value: unknown): value is ScramCredentials {
  if (!isDoc(value) || !isText(value.salt) || !isKey(value.storedKey) || !isKey(value.serverKey)) return false;
  return Number.isInteger(value.iterations) && Number(value.iterations) >= MIN_ITERATIONS;
}

function userOf(entry: unknown): User | string {
  if (!isDoc(entry) || !isText(entry.name) || !isText(entry.database)) return "needs a name and a database for each user";
  const { name, database, role, appendOnly = [], credentials } = entry;
  if (role !== "readWrite" && role !== "root") return `gives ${name} a role other than readWrite or root`;
  if (role === "root" && database !== "admin") return `has the user ${name} of the role root in a database other than admin`;
  if (!Array.isArray(appendOnly) || !appendOnly.every(isText)) return `needs a list of collections as appendOnly of ${name}`;
  if (!isCredentials(credentials)) return `needs credentials of SCRAM-SHA-256 for ${name}`;
  return { name, database, role, appendOnly: new Set(appendOnly), credentials };
}

function entriesOf(path: string, text: string): unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // the message of the parser would quote the file
    throw new InvalidUsersFile(path, "is not JSON");
  }
  if (!isDoc(content) || !Array.isArray(content.users) || !content.users.length) throw new InvalidUsersFile(path, "has no users");
  return content.users;
}

/** Reads the users from a file. Throws InvalidUsersFile with one sentence. */
export function readUsers(path: string): Users {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new InvalidUsersFile(path, "cannot be read");
  }
  const users = new Map<string, User>();
  for (const entry of entriesOf(path, text)) {
    const user = userOf(entry);
    if (typeof user === "string") throw new InvalidUsersFile(path, user);
    const key = JSON.stringify([user.database, user.name]);
    if (users.has(key)) throw new InvalidUsersFile(path, `has ${user.name} of ${user.database} twice`);
    users.set(key, user);
  }
  const secret = createHash("sha256").update(text).digest();
  const [first] = users.values();
  const decoy = (name: string, part: string) => createHmac("sha256", secret).update(`${part} ${name}`).digest();
  const saltBytes = Buffer.from(first?.credentials.salt ?? "", "base64").length;
  return {
    find: (database, name) => users.get(JSON.stringify([database, name])) ?? null,
    decoyFor: (name) => ({
      iterations: first?.credentials.iterations ?? MIN_ITERATIONS,
      salt: decoy(name, "salt").subarray(0, saltBytes).toString("base64"),
      storedKey: decoy(name, "stored key").toString("base64"),
      serverKey: decoy(name, "server key").toString("base64"),
    }),
  };
}
