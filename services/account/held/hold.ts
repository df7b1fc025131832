import { HOUR } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";

/** Hours in which the owner of an account can stop a change. @internal exported for tests */
export function holdHours({ config, production }: Pick<Deps, "config" | "production">): number {
  return Math.max(config.read("auth.hold_hours"), production ? 1 : 0);
}

/** The earliest time at which a change takes effect that was asked for at `askedAt`. */
export function holdEnd(deps: Pick<Deps, "config" | "production">, askedAt: Date): Date {
  return new Date(askedAt.getTime() + holdHours(deps) * HOUR);
}
