import { expect, it } from "@jest/globals";
import { pino } from "pino";
import { DAY } from "#libs/kernel/clock.ts";
import { type FailureReason, ProviderFailure } from "#libs/providers/provider-failure.ts";
import { type CloseMoneyDeps, closeMoneyAndTell } from "#services/account/gdpr/close-money.ts";

const scheduledAt = new Date("2026-01-01T00:00:00Z");

/** Closes the money of a user whose last mail fails. */
function close(reason: FailureReason, lateMs: number): Promise<void> {
  const sums = { currency: "EUR", toSource: "0.00", paidOut: "0.00", unclaimed: "4.00" };
  const deps = {
    clock: { now: () => new Date(scheduledAt.getTime() + lateMs) },
    logger: pino({ enabled: false }),
    services: { call: async () => ({ done: true, code: "code", ...sums }) },
    users: { find: async () => ({ email: "gone@example.org", emailVerified: true, locale: "en" }) },
    mailer: { deliver: () => Promise.reject(new ProviderFailure("email", reason)) },
  } as unknown as CloseMoneyDeps;
  return closeMoneyAndTell(deps, { _id: "request", userId: "user", scheduledAt }, async () => undefined);
}

it("LVR-03 a mailbox that refuses the last mail delays the purge by three days at most", async () => {
  await expect(close("REFUSED", 3 * DAY - 1)).rejects.toMatchObject({ reason: "REFUSED" });
  await expect(close("REFUSED", 3 * DAY)).resolves.toBeUndefined();
  await expect(close("UNREACHABLE", 30 * DAY)).rejects.toMatchObject({ reason: "UNREACHABLE" });
});
