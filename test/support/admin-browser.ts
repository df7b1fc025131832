import type { AdminRole } from "#libs/policies/roles.ts";
import type { Reply, RequestOptions } from "./http.ts";
import { dataOf, type Person, type TestSystem } from "./test-system.ts";

/** An admin session in a browser: its cookie and its CSRF token. */
export interface AdminBrowser {
  readonly adminId: string;
  /** The value of the Cookie header. */
  readonly cookie: string;
  readonly csrfToken: string;
  /** Sends a request with the cookie, and with the CSRF token unless it is a GET. */
  send(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
}

const SESSION_COOKIE = /^(admin_session=[^;]*)/;

type System = Pick<TestSystem, "send">;

export const adminLogin = ({ send }: System, { email, password }: Pick<Person, "email" | "password">, headers = {}): Promise<Reply> =>
  send("POST", "/admin/auth/login", { body: { email, password }, headers });

/** Opens an admin session for a user with an admin role. */
export async function openAdminBrowser(system: System, person: Pick<Person, "email" | "password">): Promise<AdminBrowser> {
  const reply = await adminLogin(system, person);
  const { csrfToken, admin } = dataOf<{ csrfToken: string; admin: { id: string } }>(reply, 200);
  const cookie = reply.cookies.map((text) => SESSION_COOKIE.exec(text)?.[1]).find((text) => text !== undefined) ?? "";
  return {
    adminId: admin.id,
    cookie,
    csrfToken,
    send(method, path, body, { headers = {}, ...options } = {}) {
      const csrf = method === "GET" ? {} : { "x-csrf-token": csrfToken };
      return system.send(method, path, { body, ...options, headers: { cookie, ...csrf, ...headers } });
    },
  };
}

/** Creates a user with admin roles, signed in with a bearer token. */
export async function newAdmin(system: TestSystem, ...roles: readonly AdminRole[]): Promise<Person> {
  const { email, password, userId } = await system.newUser();
  await setRoles(system, userId, roles);
  return system.signIn(email, password);
}

/** Sets the roles of a user in the database, because no route does. */
export async function setRoles({ runtime }: Pick<TestSystem, "runtime">, userId: string, roles: readonly string[]): Promise<void> {
  const users = runtime.database("account").connection.collection<{ _id: string; roles: string[] }>("users");
  await users.updateOne({ _id: userId }, { $set: { roles: [...roles] } });
}
