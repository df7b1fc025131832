import { sessionOpened } from "#libs/contracts/account/index.ts";
import type { Device } from "../domain/device.ts";
import type { Session } from "../domain/session.ts";
import type { User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";

export type ReportDeps = Pick<SignInDeps, "clock" | "sessions" | "devices" | "outbox">;

interface SignIn extends Pick<Session, "userAgentSummary" | "country"> {
  readonly sessionId: string;
  readonly device: Device;
}

/**
 * Publishes `session.opened` when a user who has signed in before does so on a new device: it does not know the user, and no stored
 * session of the user has its browser and country.
 */
export async function reportNewDevice(
  { clock, sessions, devices, outbox }: ReportDeps,
  user: User,
  { sessionId, device, ...browser }: SignIn,
): Promise<void> {
  if (user.lastLoginAt === null || devices.entryOf(device, user)) return;
  if (await sessions.hasBrowser(user._id, browser)) return;
  await outbox.addAlone(sessionOpened, { userId: user._id, sessionId, at: clock.now().toISOString() });
}
