import type { Env } from "#libs/platform/env/env.ts";

/** Whether pages of an origin may act with the credentials of their reader. */
export type AllowsOrigin = (origin: string) => boolean;

/** Loopback names, at any port. */
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** The listed origins. Outside production also those of this machine, because client developers serve their pages from it. */
export function allowedOrigins({ corsOrigins, production }: Pick<Env, "corsOrigins" | "production">): AllowsOrigin {
  const listed = new Set(corsOrigins);
  return (origin) => listed.has(origin) || (!production && LOOPBACK.test(origin));
}
