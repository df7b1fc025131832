import { eraseUser, type PersonalDataService } from "#libs/contracts/personal-data.ts";
import { wait } from "#libs/kernel/wait.ts";
import { type EraseDeps, type ErasureProgress, eraseBatch } from "#libs/platform/personal-data/erase-batch.ts";
import type { DataSubject, PersonalData } from "#libs/platform/personal-data/personal-data.ts";
import type { Deps } from "../deps.ts";
import type { ServiceReceipt } from "../domain/gdpr-request.ts";
import { toContractSubject } from "./data-subject.ts";

export interface ErasureDeps extends Pick<Deps, "services"> {
  readonly erasure: EraseDeps;
  readonly personalData: PersonalData;
}

/** `messaging` is first, because it refunds open messages. `notification` is last, because events of the others reach it meanwhile. */
const [FIRST, LAST] = ["messaging", "notification"] as const satisfies readonly PersonalDataService[];
const services = Object.keys(eraseUser) as PersonalDataService[];

/** The other services in the order in which they erase a user. The account service itself follows. */
export const ERASE_ORDER: readonly PersonalDataService[] = [FIRST, ...services.filter((name) => name !== FIRST && name !== LAST), LAST];

const CALL_TIMEOUT_MS = 8_000;
/** Batches of one service in one run; the rest waits for the next run. */
const MAX_BATCHES = 400;
/** Pause between two batches, in which pending events leave the outbox. */
const BATCH_PAUSE_MS = 25;

/** Lets another service erase a subject. @param onBatch called after each batch but the last */
export function eraseInService(
  { services: client }: Pick<ErasureDeps, "services">,
  service: PersonalDataService,
  subject: DataSubject,
  onBatch?: () => Promise<unknown>,
): Promise<ServiceReceipt> {
  const params = toContractSubject(subject);
  return repeatUntilDone(() => client.call(eraseUser[service], params, { timeout: CALL_TIMEOUT_MS }), onBatch);
}

/** Erases a subject in the account service. @param onBatch called after each batch but the last */
export function eraseAccount({ erasure, personalData }: ErasureDeps, subject: DataSubject, onBatch?: () => Promise<unknown>) {
  return repeatUntilDone(() => eraseBatch(erasure, personalData, subject), onBatch);
}

async function repeatUntilDone(eraseNextBatch: () => Promise<ErasureProgress>, onBatch?: () => Promise<unknown>): Promise<ServiceReceipt> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { done, ...receipt } = await eraseNextBatch();
    if (done) return receipt;
    await onBatch?.();
    await wait(BATCH_PAUSE_MS);
  }
  throw new Error("more to erase than one run processes");
}
