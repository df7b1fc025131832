import type { StoreUser } from "./store-urls.ts";

export interface MongoUsers {
  readonly users: readonly StoreUser[];
  /** The backup and repair tool. */
  readonly tool: StoreUser;
  readonly databasePrefix: string;
  /** The collections of each process; in others of its database it may only append. */
  readonly collections: Readonly<Record<string, readonly string[]>>;
  /** Append-only collections of each process. */
  appendOnlyOf(process: string): readonly string[];
}

/** Privileges of a process on its whole database: they allow no change or removal of documents. */
const EVERYWHERE = ["find", "insert", "createCollection", "createIndex", "listCollections", "listIndexes", "collStats"];
const ROLE = "process";

/** Name and privileges of the role that a process has in its own database, as MongoDB's `createRole` takes them. */
function privilegesOf(process: string, given: Pick<MongoUsers, "databasePrefix" | "collections" | "appendOnlyOf">): readonly object[] {
  const db = `${given.databasePrefix}${process}`;
  const stored = new Set(given.appendOnlyOf(process));
  const changed = (given.collections[process] ?? []).filter((collection) => !stored.has(collection));
  return [
    { resource: { db, collection: "" }, actions: EVERYWHERE },
    ...changed.map((collection) => ({ resource: { db, collection }, actions: ["update", "remove"] })),
  ];
}

/**
 * A script for mongosh that creates or updates the users of a MongoDB. Run it on the server itself: MongoDB lets the first user be created
 * from localhost. It contains passwords.
 */
export function mongoUsersScript(given: MongoUsers): string {
  const users = given.users.map(({ name, password }) => ({
    name,
    password,
    database: `${given.databasePrefix}${name}`,
    privileges: privilegesOf(name, given),
  }));
  return `// Made by "npm run keys -- make"; run it with mongosh on the address of the server itself.
const tool = ${JSON.stringify(given.tool)};
const users = ${JSON.stringify(users, null, 2)};

const admin = db.getSiblingDB("admin");
try {
  admin.auth(tool.name, tool.password);
} catch {
  admin.createUser({ user: tool.name, pwd: tool.password, roles: ["root"] });
  admin.auth(tool.name, tool.password);
}
for (const { name, password, database, privileges } of users) {
  const own = db.getSiblingDB(database);
  if (own.getRole("${ROLE}")) own.updateRole("${ROLE}", { privileges, roles: [] });
  else own.createRole({ role: "${ROLE}", privileges, roles: [] });
  const user = { pwd: password, roles: [{ role: "${ROLE}", db: database }] };
  if (own.getUser(name)) own.updateUser(name, user);
  else own.createUser({ user: name, ...user });
}
`;
}
