import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import { errorOf, NOBODY, reached, type Send, type Session } from "./index.ts";
import type { paths } from "./staff-schema.d.ts";

export type StaffClient = FetchClient<paths>;

/**
 * A client of the administration, in a browser that has the cookie of an admin session. Writes carry its CSRF token and an
 * Idempotency-Key; a refused token is renewed once. Every answer that is no success is thrown as an `ApiError`.
 * @param baseUrl up to and without the path of a route, for example `/api/v1`
 * @param csrf whose tokens are CSRF tokens
 */
export function createStaffClient(baseUrl: string, csrf: Session = NOBODY, send: Send = fetch): StaffClient {
  return createFetchClient<paths>({
    baseUrl,
    async fetch(request) {
      const token = request.method === "GET" ? null : await csrf.token();
      if (token !== null && !request.headers.has("Idempotency-Key")) request.headers.set("Idempotency-Key", crypto.randomUUID());
      const repetition = token === null ? null : request.clone();
      const response = await reached(send(withToken(request, token)));
      if (response.ok) return response;
      const error = await errorOf(response);
      // Somebody has signed in anew in another tab: the cookie is that of another session now.
      const renewed = token !== null && error.i18nKey === "auth.csrf.invalid" ? await csrf.renewed(token) : null;
      if (renewed === null || !repetition) throw error;
      const second = await reached(send(withToken(repetition, renewed)));
      if (!second.ok) throw await errorOf(second);
      return second;
    },
  });
}

function withToken(request: Request, token: string | null): Request {
  if (token !== null) request.headers.set("X-CSRF-Token", token);
  return request;
}
