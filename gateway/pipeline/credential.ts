import type { IncomingHttpHeaders } from "node:http";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";

/** The bearer token of a request, or null. */
export function bearerTokenOf({ authorization = "" }: IncomingHttpHeaders): string | null {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;
}

/**
 * Whether the admin cookie says who calls a route: always where nothing else counts, on other admin routes unless a bearer
 * token came too (spec 5).
 */
export function comesByCookie({ auth }: HttpBinding, headers: IncomingHttpHeaders): boolean {
  return auth === "adminSession" || (auth === "admin" && bearerTokenOf(headers) === null);
}
