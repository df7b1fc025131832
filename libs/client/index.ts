import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import { ANONYMOUS, asStaff, asUser, type Send, type Session } from "./send.ts";
import type { paths } from "./types/schema.d.ts";
import type { paths as StaffPaths } from "./types/staff-schema.d.ts";

export { ANONYMOUS, ApiError, type Send, type Session } from "./send.ts";
export type { components } from "./types/schema.d.ts";

export type Client = FetchClient<paths>;
export type StaffClient = FetchClient<StaffPaths>;

/**
 * A client of the interface for programs outside this repository. Its types are generated from the OpenAPI description (`npm run client`).
 * @param baseUrl up to and without the path of a route, for example `/api/v1`
 */
export function createClient(baseUrl: string, session: Session = ANONYMOUS, send?: Send): Client {
  return createFetchClient<paths>({ baseUrl, fetch: asUser(session, send) });
}

/** The same for the administration. @param csrf whose tokens are CSRF tokens */
export function createStaffClient(baseUrl: string, csrf: Session = ANONYMOUS, send?: Send): StaffClient {
  return createFetchClient<StaffPaths>({ baseUrl, fetch: asStaff(csrf, send) });
}

/** The data of a successful answer. */
export async function dataOf<T>(answer: Promise<{ readonly data?: { readonly data: T } | undefined }>): Promise<T> {
  return (await answer).data?.data as T;
}
