import { originContext } from "#libs/contract-kit/running-action.ts";
import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import { getUserSummaries, type UserSummary } from "#libs/contracts/account/internal.ts";
import { getDmSettings } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { BatchTimeout, batcher } from "#libs/kernel/batcher.ts";
import { SECOND } from "#libs/kernel/clock.ts";

const CALL_TIMEOUT_MS = 5 * SECOND;

/** Looks up sender and receiver in other services. Concurrent sends share one call; it starts after each of them, so no answer is stale. */
export interface Parties {
  getUser(userId: string): Promise<UserSummary>;
  getDmSettings(userId: string): ReturnType<typeof askForSettings>;
}

export function partiesOf(services: Pick<ServiceClient, "call">): Parties {
  return {
    getUser: batchedCall("messaging.getUsers", async (userIds) => {
      const { parties } = await services.call(getUserSummaries, { userIds: [...userIds] }, { timeout: CALL_TIMEOUT_MS });
      return parties;
    }),
    getDmSettings: batchedCall("messaging.getDmSettings", (userIds) =>
      Promise.all(userIds.map((userId) => askForSettings(services, userId))),
    ),
  };
}

const askForSettings = (services: Pick<ServiceClient, "call">, userId: string) =>
  services.call(getDmSettings, { userId }, { timeout: CALL_TIMEOUT_MS });

/** @param ask calls the service with distinct ids and resolves to the answers in their order */
function batchedCall<A>(name: string, ask: (userIds: readonly string[]) => Promise<readonly A[]>): (userId: string) => Promise<A> {
  const call = batcher({
    name,
    context: originContext,
    async run(userIds: readonly string[]) {
      const asked = [...new Set(userIds)];
      const answers = await ask(asked);
      return userIds.map((userId) => ({ status: "fulfilled", value: answers[asked.indexOf(userId)] as A }) as const);
    },
    // The other service failed, so every caller of the batch fails.
    failsAll: () => true,
    timeoutMs: 2 * CALL_TIMEOUT_MS,
  });
  return (userId) =>
    call(userId).catch((error: unknown) => {
      throw error instanceof BatchTimeout ? new AppError("error.upstream_timeout") : error;
    });
}
