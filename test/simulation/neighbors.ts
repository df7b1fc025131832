import { getUserSummaries } from "#libs/contracts/account/internal.ts";
import { getDmSettings, getPayoutStanding } from "#libs/contracts/creator/index.ts";

const idOf = (number: number) => `00000000-0000-7000-8000-00000000000${number}`;
export const [FAN, OTHER_FAN] = [idOf(1), idOf(2)];
/** Creators whose prices give a commission with a fraction of a minor unit. */
export const [ANN, BEA] = [idOf(3), idOf(4)];
/** Creators who take free messages. */
export const [CLEO, DORA] = [idOf(5), idOf(6)];
/** The members of staff; many decisions on money need both. */
export const STAFF = ["admin", "other admin"] as const;
/** Payouts of a week from which on two people must approve, in minor units. */
export const APPROVAL_THRESHOLD = 4_000n;
/** The creators' prices in minor units; null for free messages. */
export const PRICES: Readonly<Record<string, bigint | null>> = { [ANN]: 58n, [BEA]: 333n, [CLEO]: null, [DORA]: null };

/** Answered by the stub even where the service runs, because these creators are not in its database. */
export const ALWAYS_ANSWERED: ReadonlySet<string> = new Set([getDmSettings.name, getPayoutStanding.name]);

/** The other services' answers about the people of the simulation. */
export function answerOf(name: string, params: Record<string, unknown>): unknown {
  const userId = String(params.userId);
  if (name === getUserSummaries.name) return { parties: (params.userIds as string[]).map(summaryOf) };
  if (name === getDmSettings.name) return settingsOf(userId);
  if (name === getPayoutStanding.name) {
    return { creatorId: `page-${userId}`, kycStatus: "APPROVED", creatorStatus: "ACTIVE", userStatus: "ACTIVE" };
  }
  if (name.endsWith(".eraseUser")) return { done: true, erased: {}, anonymised: {}, retained: {} };
  throw new Error(`the simulation does not answer ${name}`);
}

function summaryOf(userId: string) {
  return {
    found: true,
    version: 1,
    status: "ACTIVE",
    emailVerified: true,
    username: userId,
    displayName: userId,
    avatarUrl: null,
    locale: "en",
  };
}

function settingsOf(userId: string) {
  const price = PRICES[userId];
  const terms = { creatorStatus: "ACTIVE", dmActive: true, vacationMode: false, minTimeoutHours: null, level: "BRONZE" };
  if (price === undefined) return { ...terms, exists: false, creatorId: null, dmType: null, packagePrice: null };
  return { ...terms, exists: true, creatorId: `page-${userId}`, dmType: price === null ? "FREE" : "SINGLE_PAY", packagePrice: null };
}
