import { implement } from "#libs/contract-kit/implement.ts";
import { sharesDevice } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";

/** Internal: whether two users have signed in on one device. Stored sessions know, open or ended. */
export const sharesDeviceAction = ({ sessions }: Pick<Deps, "sessions">) =>
  implement(sharesDevice, async ({ params: { userId, otherUserId } }) => {
    const devices = await sessions.devicesOf(userId);
    return { shares: devices.length > 0 && (await sessions.hasDevice(otherUserId, devices)) };
  });
