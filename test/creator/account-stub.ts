import {
  claimCreatorIdentity,
  getUserSummary,
  releaseCreatorIdentity,
  settleCreatorIdentity,
  UNKNOWN_USER,
} from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { actionStub, stubService } from "../support/stub-service.ts";

/** The fields of a user that an upgrade reads or changes. */
export interface StubUser {
  username: string | null;
  displayName: string | null;
  intent: "FAN" | "CREATOR";
  status: "ACTIVE" | "SUSPENDED";
  avatarUrl: string | null;
}

interface Claim {
  readonly claimId: string;
  readonly before: Pick<StubUser, "username" | "displayName" | "intent">;
}

type Step = "claim" | "release" | "settle";

export interface AccountStub {
  readonly users: Map<string, StubUser>;
  readonly claims: Map<string, Claim>;
  readonly reserved: Set<string>;
  readonly calls: Record<Step, number>;
  /** Steps that fail: `before` they take effect, or `after` that, when only the response is lost. */
  readonly failing: Map<Step, "before" | "after">;
  readonly service: ServiceFactory;
}

/** Claims, releases and confirms identities with the guarantees of the account service. */
export function accountStub(): AccountStub {
  const users = new Map<string, StubUser>();
  const claims = new Map<string, Claim>();
  const released = new Set<string>();
  const reserved = new Set(["admin", "support"]);
  const calls = { claim: 0, release: 0, settle: 0 };
  const failing = new Map<Step, "before" | "after">();

  const step = async <T>(name: Step, work: () => T): Promise<T> => {
    calls[name] += 1;
    if (failing.get(name) === "before") throw new Error(`${name} is out of order`);
    const result = work();
    if (failing.get(name) === "after") throw new Error(`the response of ${name} is lost`);
    return result;
  };

  const claim = (userId: string, claimId: string, username?: string, displayName?: string) => {
    const user = users.get(userId);
    if (!user) throw new AppError("creator.upgrade.user_not_found");
    if (claims.has(userId)) throw new AppError("creator.upgrade.already_creator");
    if (released.has(claimId)) throw new AppError("error.conflict");
    const wanted = username ?? user.username;
    if (!wanted) throw new AppError("creator.upgrade.username_required");
    const isTaken = [...users].some(([id, other]) => id !== userId && other.username === wanted);
    if (reserved.has(wanted) || isTaken) throw new AppError("creator.upgrade.username_unavailable");
    claims.set(userId, { claimId, before: { username: user.username, displayName: user.displayName, intent: user.intent } });
    Object.assign(user, { username: wanted, displayName: displayName ?? user.displayName, intent: "CREATOR" });
    return { username: wanted, displayName: user.displayName };
  };

  const service = stubService(
    actionStub(claimCreatorIdentity, ({ params: { userId, claimId, username, displayName } }) =>
      step("claim", () => claim(userId, claimId, username, displayName)),
    ),
    actionStub(releaseCreatorIdentity, ({ params: { userId, claimId } }) =>
      step("release", () => {
        released.add(claimId);
        const current = claims.get(userId);
        if (current?.claimId !== claimId) return;
        claims.delete(userId);
        Object.assign(users.get(userId) ?? {}, current.before);
      }),
    ),
    actionStub(settleCreatorIdentity, ({ params: { userId, claimId } }) =>
      step("settle", () => {
        if (claims.get(userId)?.claimId === claimId) claims.delete(userId);
      }),
    ),
    actionStub(getUserSummary, async ({ params: { userId } }) => {
      const user = users.get(userId);
      if (!user) return UNKNOWN_USER;
      const { status, username, displayName, avatarUrl } = user;
      return { found: true, version: 1, status, emailVerified: true, username, displayName, avatarUrl, locale: "en" };
    }),
  );
  return { users, claims, reserved, calls, failing, service };
}
