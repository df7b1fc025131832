import type { IncomingHttpHeaders } from "node:http";
import jwt from "jsonwebtoken";
import { SECOND } from "#libs/kernel/clock.ts";
import { bearerTokenOf } from "../pipeline/credential.ts";

/** When the access token of a request expires; null without one. Says nothing about whether the token is valid. */
export function tokenExpiry(headers: IncomingHttpHeaders): Date | null {
  const token = bearerTokenOf(headers);
  const claims = token === null ? null : jwt.decode(token);
  return claims !== null && typeof claims === "object" && typeof claims.exp === "number" ? new Date(claims.exp * SECOND) : null;
}
