import type { AdminRole } from "#libs/contract-kit/roles.ts";
import { type Constellation, dataOf, type Person } from "./constellation.ts";
import type { Reply, RequestOptions } from "./http.ts";

/** An administrator in a browser: the session cookie, and the token that proves writes. */
export interface AdminBrowser {
  readonly adminId: string;
  /** As the Cookie header has it. */
  readonly cookie: string;
  readonly csrfToken: string;
  /** Sends a request as the pages of the administration do. */
  send(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
}

const SESSION_COOKIE = /^(admin_session=[^;]*)/;

type System = Pick<Constellation, "send">;

export const adminLogin = ({ send }: System, { email, password }: Pick<Person, "email" | "password">, headers = {}): Promise<Reply> =>
  send("POST", "/admin/auth/login", { body: { email, password }, headers });

/** Opens an admin session for somebody with an admin role. */
export async function openAdminBrowser(system: System, person: Pick<Person, "email" | "password">): Promise<AdminBrowser> {
  const reply = await adminLogin(system, person);
  const { csrfToken, admin } = dataOf<{ csrfToken: string; admin: { id: string } }>(reply, 200);
  const cookie = reply.cookies.map((text) => SESSION_COOKIE.exec(text)?.[1]).find((text) => text !== undefined) ?? "";
  return {
    adminId: admin.id,
    cookie,
    csrfToken,
    send(method, path, body, { headers = {}, ...options } = {}) {
      const proof = method === "GET" ? {} : { "x-csrf-token": csrfToken };
      return system.send(method, path, { body, ...options, headers: { cookie, ...proof, ...headers } });
    },
  };
}

/** Somebody new with roles, signed in with a bearer token. */
export async function newAdmin(system: Constellation, ...roles: readonly AdminRole[]): Promise<Person> {
  const { email, password, userId } = await system.newUser();
  await setRoles(system, userId, roles);
  return system.signIn(email, password);
}

/** Roles are given by the operator, in the store. */
export async function setRoles({ runtime }: Pick<Constellation, "runtime">, userId: string, roles: readonly string[]): Promise<void> {
  const users = runtime.database("account").collection<{ _id: string; roles: string[] }>("users");
  await users.updateOne({ _id: userId }, { $set: { roles: [...roles] } });
}
