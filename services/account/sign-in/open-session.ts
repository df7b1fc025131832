import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { newRefreshToken } from "../crypto/opaque-token.ts";
import type { ProofMethod } from "../domain/proof.ts";
import { type Session, userAgentSummary } from "../domain/session.ts";
import type { User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";
import type { DeviceProof } from "./devices.ts";
import { type ReportDeps, reportNewDevice } from "./report-new-device.ts";
import { sessionEnd } from "./session-end.ts";

/** The client that signs in. */
interface Client extends DeviceProof {
  readonly deviceName?: string | undefined;
  readonly country?: string | undefined;
  readonly userAgent?: string | undefined;
}

type SessionDeps = ReportDeps & Pick<SignInDeps, "config" | "credentials" | "pseudonymKey">;

/** As {@link tryOpenSession}, but throws auth.login.invalid_credentials instead. */
export async function openSession(deps: SessionDeps, compared: User, client: Client, amr: readonly ProofMethod[]) {
  const opened = await tryOpenSession(deps, compared, client, amr);
  if (!opened) throw new AppError("auth.login.invalid_credentials");
  return opened;
}

/**
 * Opens a session; null when the account was suspended, or its second factors or the basis of the proof were changed, after `compared` was read.
 *
 * Needs no transaction. Suspending a user or changing a password writes the user first and ends the stored sessions in the same
 * transaction. Either that transaction finds this session, or the login below finds the changed user. A crash in between leaves a session
 * whose tokens were never given out.
 * @param compared the user as it was when the proof was compared
 * @param amr what was compared
 */
export async function tryOpenSession(
  deps: SessionDeps,
  compared: User,
  { deviceName, country, userAgent, ...proof }: Client,
  amr: readonly ProofMethod[],
) {
  const { clock, config, credentials, sessions, devices } = deps;
  const now = clock.now();
  const sessionId = uuid();
  const browser = { userAgentSummary: userAgentSummary(userAgent), country: country ?? null };
  const device = devices.read(proof);
  // First, because the stored session makes the browser known: after a crash in between, the next login would not be reported.
  await reportNewDevice(deps, compared, { sessionId, device, ...browser });
  const { token: refreshToken, hash } = newRefreshToken(deps.pseudonymKey, sessionId);
  const session: Session = {
    _id: sessionId,
    userId: compared._id,
    tokens: [{ hash, replacedAt: null, sealed: true }],
    rotation: 0,
    deviceName: deviceName || null,
    ...browser,
    deviceHash: devices.hashOf(device),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: sessionEnd(config, { createdAt: now, now }),
    revoked: false,
    revokedAt: null,
    revokedReason: null,
    provenAt: now,
    amr,
  };
  await sessions.insert(session);
  const user = await credentials.recordLogin(null, compared, now);
  if (!user) {
    await sessions.discard(sessionId);
    return null;
  }
  return { user, session, gaveProof: true, refreshToken, deviceToken: devices.tokenFor(device, user) };
}
