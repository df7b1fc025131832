import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { STAFF_QUEUES, type StaffQueue } from "#libs/contracts/config/index.ts";
import { permissionOf, QUEUE_LISTS } from "#libs/contracts/console-pages.ts";
import { type Backlog, type BackloggedService, getBacklog } from "#libs/contracts/staff-reads.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Permission, RoutePermission } from "#libs/policies/permissions.ts";
import type { Deps } from "../deps.ts";

/** A service that has not answered by then is silent. */
const PATIENCE_MS = SECOND;

/** What each service has answered; null: it was silent; absent: it was not asked. */
export type Backlogs = { readonly [S in BackloggedService]?: Backlog<S> | null };

/** Whether the reader has a permission, or any one of several. */
export type May = (permission: RoutePermission) => boolean;

/** The service of each queue. */
const SERVICE_OF = {
  moderation: "messaging",
  appeals: "messaging",
  reports: "messaging",
  payouts: "wallet",
  adjustments: "wallet",
  topupsInReview: "wallet",
  chargebacks: "wallet",
  proposedRefunds: "wallet",
  proposedWriteOffs: "wallet",
  proposedSettlements: "wallet",
  unclaimed: "wallet",
  heldEarnings: "wallet",
  tickets: "content",
  kyc: "creator",
} as const satisfies Record<StaffQueue, BackloggedService>;

interface Waiting {
  readonly count: number;
  readonly oldest: string | null;
}

/** What waits in a queue; null: its service was silent; undefined: it was not asked. */
export function waitingIn(backlogs: Backlogs, queue: StaffQueue): Waiting | null | undefined {
  const backlog: Readonly<Partial<Record<string, unknown>>> | null | undefined = backlogs[SERVICE_OF[queue]];
  return backlog && (backlog[queue] as Waiting);
}

/** The permissions of the parts of the overview; each queue has that of its list. */
export const PART_PERMISSIONS = {
  ledger: "finance:read",
  money: "finance:read",
  opening: "config:read",
  outbox: "audit:read",
  switches: "config:read",
  system: "audit:read",
  webhooks: "config:read",
} as const satisfies Record<string, Permission>;

const OTHER_PARTS: Readonly<Partial<Record<BackloggedService, Permission>>> = {
  account: PART_PERMISSIONS.opening,
  wallet: PART_PERMISSIONS.money,
  webhook: PART_PERMISSIONS.webhooks,
};

const SERVICES = Object.keys(getBacklog) as BackloggedService[];

export const mayReadQueue = (may: May, queue: StaffQueue): boolean => may(permissionOf(QUEUE_LISTS[queue]));

/** Whether a service has anything for the reader. Every one has an outbox, or a part for those who see the outboxes. */
function isAsked(service: BackloggedService, may: May): boolean {
  const other = OTHER_PARTS[service];
  return (
    may(PART_PERMISSIONS.outbox) ||
    (other !== undefined && may(other)) ||
    STAFF_QUEUES.some((queue) => SERVICE_OF[queue] === service && mayReadQueue(may, queue))
  );
}

/** Asks every service that has something for the reader, all at once and each once. */
export async function gatherBacklogs({ services }: Pick<Deps, "services">, may: May): Promise<Backlogs> {
  const answers = SERVICES.filter((service) => isAsked(service, may)).map(async (service) => {
    const contract: ActionContract<object> = getBacklog[service];
    return [service, await services.call(contract, {}, { timeout: PATIENCE_MS }).catch(() => null)] as const;
  });
  return Object.fromEntries(await Promise.all(answers)) as Backlogs;
}
