import { cancelDeletion, requestDeletion } from "#libs/contracts/account/gdpr.ts";
import { upgrade } from "#libs/contracts/creator/index.ts";
import type { Session } from "#services/account/domain/session.ts";
import { newUser, type User } from "#services/account/domain/user.ts";
import { insertMessage } from "./derived.ts";
import type { Doc } from "./documents.ts";
import { BEA, FAN, OTHER_FAN } from "./neighbors.ts";
import { CALLER_SESSION } from "./replica.ts";
import type { Store } from "./store.ts";
import { type Plot, perhapsTwice, type Request, reply, send, times } from "./workload.ts";

const NAMES: Readonly<Record<string, string>> = { [FAN]: "fiona", [OTHER_FAN]: "finn", [BEA]: "bea" };

/** Accounts that may become creators or leave, and the session of the one that leaves. */
export function seedUsers(store: Store, at: Date): void {
  for (const [id, username] of Object.entries(NAMES)) {
    const user: User = {
      ...newUser({ email: `${username}@example.org`, locale: "en", createdAt: at }),
      _id: id,
      username,
      emailVerified: true,
    };
    store.insert({ name: "users", uniques: [], defaults: [] }, user as unknown as Doc, null);
  }
  const session: Pick<Session, "_id" | "userId" | "revoked"> = { _id: CALLER_SESSION, userId: FAN, revoked: false };
  store.insert({ name: "sessions", uniques: [], defaults: [] }, session, null);
}

/** Two users try to become creators, more than once, and compete for one name. */
const upgrades: Plot = ({ world }) => {
  const { random } = world;
  const ask =
    (userId: string, username: string, key?: string): Request =>
    ({ call }) =>
      call(upgrade, userId, { username, ...(key !== undefined && { idempotencyKey: key }) });
  const asked = times(2, () => ask(random.pick([FAN, OTHER_FAN]), random.pick(["nova", "nova", "stella"])));
  const recover: Request = (replica) => {
    world.now += 16_000;
    return replica.run("creator.finish-upgrades");
  };
  return [[...asked, ...perhapsTwice(random, ask(FAN, "nova", "key")), ...times(random.below(2), () => recover)]];
};

/** A fan leaves while messages are sent and answered, and while the deletion is cancelled. */
const departures: Plot = (scene) => {
  const { random } = scene.world;
  const leave: Request = ({ call }) => call(requestDeletion, FAN, {});
  const stay: Request = ({ call }) => call(cancelDeletion, FAN, {});
  const purge: Request = ({ run }) => run("account.purge-users");
  const become: Request = ({ call }) => call(upgrade, FAN, {});
  // Stands for a send whose process has paused between its checks and its write.
  const arrivesLate: Request = async () => void insertMessage(scene.store, scene.world.now, { status: "EXPIRED", content: "a late text" });
  const meanwhile: Request[] = [reply(scene), send(FAN, BEA, "another text", "other key"), stay, purge];
  return [
    [send(FAN, BEA, "a text", "key"), ...times(random.below(2), () => become)],
    [...perhapsTwice(random, leave), random.pick(meanwhile)],
    [purge, random.pick(meanwhile)],
    times(random.below(2), () => arrivesLate),
  ];
};

export const peoplePlots: readonly Plot[] = [upgrades, departures];
