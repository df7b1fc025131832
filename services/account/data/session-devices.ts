import type { Collection } from "#libs/platform/mongo/collection.ts";
import type { Session } from "../domain/session.ts";

/** More sign-ins of a user are not compared with those of another. */
const MAX_DEVICES = 1_000;

/** Where users have signed in. */
export interface SessionDevices {
  /** Whether a stored session of a user, open or ended, has this browser and this country. */
  hasBrowser(userId: string, browser: Pick<Session, "userAgentSummary" | "country">): Promise<boolean>;
  /** Devices on which a user has signed in, as keyed hashes; at most 1,000. */
  devicesOf(userId: string): Promise<string[]>;
  /** Whether a user has signed in on one of these devices. */
  hasDevice(userId: string, deviceHashes: readonly string[]): Promise<boolean>;
}

export function sessionDevices(rows: Collection<Session>): SessionDevices {
  return {
    hasBrowser: async (userId, { userAgentSummary, country }) =>
      (await rows.findOne({ userId, userAgentSummary, country }, { projection: { _id: 1 } })) !== null,
    async devicesOf(userId) {
      const hashes = { projection: { deviceHash: 1 }, sort: { deviceHash: 1 }, limit: MAX_DEVICES } as const;
      const found = await rows.find<Pick<Session, "deviceHash">>({ userId, deviceHash: { $gt: "" } }, hashes);
      return [...new Set(found.flatMap(({ deviceHash }) => (deviceHash === undefined ? [] : [deviceHash])))];
    },
    hasDevice: async (userId, deviceHashes) =>
      (await rows.findOne({ userId, deviceHash: { $in: [...deviceHashes] } }, { projection: { _id: 1 } })) !== null,
  };
}
