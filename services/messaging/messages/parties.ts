import { SharedWorkTimeout, sharedWork } from "#libs/contract-kit/packing/shared-work.ts";
import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import { getUserSummaries, type UserSummary } from "#libs/contracts/account/internal.ts";
import { getDmSettings } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";

const CALL_TIMEOUT_MS = 5 * SECOND;

/** What other services know of the parties of messages now: sends that come at the same time ask once, and each after it came. */
export interface Parties {
  getUser(userId: string): Promise<UserSummary>;
  getDmSettings(userId: string): ReturnType<typeof askForSettings>;
}

export function partiesOf(services: Pick<ServiceClient, "call">): Parties {
  return {
    getUser: sharedCall("messaging.getUsers", async (userIds) => {
      const { parties } = await services.call(getUserSummaries, { userIds: [...userIds] }, { timeout: CALL_TIMEOUT_MS });
      return parties;
    }),
    getDmSettings: sharedCall("messaging.getDmSettings", (userIds) =>
      Promise.all(userIds.map((userId) => askForSettings(services, userId))),
    ),
  };
}

const askForSettings = (services: Pick<ServiceClient, "call">, userId: string) =>
  services.call(getDmSettings, { userId }, { timeout: CALL_TIMEOUT_MS });

/** @param ask the answers in the order of the ids, each of which it gets once */
function sharedCall<A>(name: string, ask: (userIds: readonly string[]) => Promise<readonly A[]>): (userId: string) => Promise<A> {
  const call = sharedWork<string, A>({
    name,
    async run(userIds) {
      const asked = [...new Set(userIds)];
      const answers = await ask(asked);
      return userIds.map((userId) => ({ status: "fulfilled", value: answers[asked.indexOf(userId)] as A }));
    },
    // It is the other service that does not answer.
    failsAll: () => true,
    timeoutMs: 2 * CALL_TIMEOUT_MS,
  });
  return (userId) =>
    call(userId).catch((error: unknown) => {
      throw error instanceof SharedWorkTimeout ? new AppError("error.upstream_timeout") : error;
    });
}
