import { userChanged } from "#libs/contracts/account/internal.ts";
import { creatorStatusChanged } from "#libs/contracts/creator/index.ts";
import { rejectMessage, replyToMessage, sendMessage } from "#libs/contracts/messaging/index.ts";
import { confirmTopUp, createTopUp } from "#libs/contracts/wallet/index.ts";
import { approvePayout, cancelPayout, failPayout, requestPayout } from "#libs/contracts/wallet/payouts.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Random } from "../support/random.ts";
import type { Bus } from "./bus.ts";
import { ANN, BEA, CLEO, DORA, FAN, OTHER_FAN, PRICES, STAFF } from "./neighbors.ts";
import type { Replica } from "./replica.ts";
import type { Store } from "./store.ts";
import type { AnsweredVisit } from "./visits.ts";
import type { World } from "./world.ts";

/** A client's request to a replica. */
export type Request = (replica: Replica) => Promise<unknown>;
/** Requests that may run concurrently. */
export type Round = Request[];

export interface Scene {
  readonly world: World;
  /** The database of messaging. */
  readonly store: Store;
  readonly bus: Bus;
  /** The answers that visitors received. */
  readonly answered: AnsweredVisit[];
}

/** A few requests that compete for the same documents. */
export type Plot = (scene: Scene) => Round[];

export const times = (count: number, make: (index: number) => Request): Round => Array.from({ length: count }, (_, index) => make(index));
/** Often sent twice, as by an impatient client. */
export const perhapsTwice = (random: Random, request: Request): Round => (random.below(2) === 0 ? [request, request] : [request]);

export function send(senderId: string, receiverId: string, content: string, key?: string): Request {
  const price = PRICES[receiverId] ?? null;
  const terms = price === null ? ({ dmType: "FREE" } as const) : ({ dmType: "SINGLE_PAY", price: formatMoney(price) } as const);
  const params = { receiverId, ...terms, timeoutHours: 2, ...(key !== undefined && { idempotencyKey: key }) };
  let sent = 0;
  return ({ call }) => {
    sent += 1;
    // Without a key, each repetition is a new request.
    return call(sendMessage, senderId, { ...params, content: key === undefined ? `${content}, ${sent}` : content });
  };
}

/** A fan with little money writes to several creators, and to the same one more than once. */
function paidMessages({ world: { random } }: Scene): Round[] {
  const round = times(3, (index) => {
    const keyed = random.below(2) === 0 ? `key-${index}` : undefined;
    return send(random.pick([FAN, OTHER_FAN]), random.pick([ANN, BEA, BEA]), `text ${index}`, keyed);
  });
  return [[...round, ...perhapsTwice(random, send(FAN, BEA, "a text", "key"))]];
}

/** Reply, refusal, expiry and closing compete for the same message. */
function endings(scene: Scene): Round[] {
  const { random } = scene.world;
  const creators = random.below(3) === 0 ? [BEA] : [ANN, BEA];
  const ends: Request[] = [reply(scene), reply(scene), reject(scene), expire(scene), close(scene, BEA)];
  const sends = creators.map((creator) => send(FAN, creator, "a text"));
  return [sends, times(4, () => random.pick(ends)), [expire(scene)]];
}

function openMessage({ world, store }: Scene): { _id: string; receiverId: string } | null {
  const open = store.all<{ _id: string; receiverId: string; openUntil?: Date }>("messages").filter(({ openUntil }) => openUntil);
  return open.length === 0 ? null : world.random.pick(open);
}

export function reply(scene: Scene): Request {
  return async ({ call }) => {
    const message = openMessage(scene);
    if (message) await call(replyToMessage, message.receiverId, { messageId: message._id, content: "an answer" });
  };
}

function reject(scene: Scene): Request {
  return async ({ call }) => {
    const message = openMessage(scene);
    if (message) await call(rejectMessage, message.receiverId, { messageId: message._id });
  };
}

/** The reply window is two seconds here. */
function expire({ world }: Scene): Request {
  return (replica) => {
    world.now += world.random.below(3) * 1_000;
    return replica.run("messaging.expire-messages");
  };
}

function close({ bus }: Scene, userId: string): Request {
  return async (replica) => {
    const at = replica.clock.now().toISOString();
    const payload = { creatorId: userId, userId, from: "ACTIVE", to: "BANNED", version: 2, reason: null, changedAt: at };
    bus.publish({ id: `ban-${userId}`, event: creatorStatusChanged.name, at, payload, requestId: null, source: "creator" });
    await replica.run("messaging.close-messages");
  };
}

/** More free messages than the daily limit, some of them repeated with their key. */
function freeMessages({ world: { random } }: Scene): Round[] {
  const round = times(3, (index) =>
    send(FAN, random.pick([CLEO, DORA]), `text ${index}`, random.below(2) === 0 ? `key-${index}` : undefined),
  );
  return [round, perhapsTwice(random, send(FAN, CLEO, "a text", "key"))]
    .slice(random.below(2) === 0 ? 1 : 0)
    .concat([[send(FAN, CLEO, "another text")]]);
}

/** A creator requests more than the earnings while administrators decide, of whom two must approve the larger sum. */
function payouts({ world: { random }, store }: Scene): Round[] {
  const amount = random.pick(["30.00", "45.00"]);
  const request =
    (key: string): Request =>
    ({ call }) =>
      call(requestPayout, BEA, { amount, methodId: "method", idempotencyKey: key });
  const decide =
    (decision: (call: Replica["call"], payoutId: string) => Promise<unknown>): Request =>
    async ({ call }) => {
      const [payout] = store
        .all<{ _id: string; status: string }>("payouts")
        .filter(({ status }) => status === "REQUESTED" || status === "APPROVED");
      if (payout) await decision(call, payout._id);
    };
  const approve = (call: Replica["call"], payoutId: string) => call(approvePayout, random.pick(STAFF), { payoutId });
  const refuse = (call: Replica["call"], payoutId: string) => call(failPayout, random.pick(STAFF), { payoutId, reason: "a reason" });
  const asked = [...perhapsTwice(random, request("key")), request("other key")];
  const cancel = (call: Replica["call"], payoutId: string) => call(cancelPayout, BEA, { payoutId });
  const decisions: Request[] = [...[approve, approve, approve, refuse, cancel].map(decide), ({ run }) => run("wallet.finish-payouts")];
  return [asked, times(3, () => random.pick(decisions)), [decide(approve)]];
}

/** The same top-up, started and confirmed more than once. */
function topUps({ world: { random }, store }: Scene): Round[] {
  const begin: Request = ({ call }) => call(createTopUp, OTHER_FAN, { amount: "20.00", idempotencyKey: "key" });
  const confirm: Request = async ({ call }) => {
    const [topUp] = store.all<{ _id: string; userId: string }>("topups").filter(({ userId }) => userId === OTHER_FAN);
    if (topUp) await call(confirmTopUp, OTHER_FAN, { topupId: topUp._id });
  };
  return [perhapsTwice(random, begin), [confirm, confirm, send(OTHER_FAN, ANN, "a text")]];
}

/** Events about a user; older ones may arrive last. */
function news({ bus }: Scene): Round[] {
  const publish =
    (version: number): Request =>
    async ({ clock }) => {
      const at = clock.now().toISOString();
      const user = { userId: BEA, version, status: "ACTIVE", locale: "en", username: `bea-${version}`, displayName: null, avatarUrl: null };
      const payload = { ...user, changedAt: at };
      bus.publish({ id: `user-bea-${version}`, event: userChanged.name, at, payload, requestId: null, source: "account" });
    };
  return [[...times(3, (index) => publish(index + 1)), send(FAN, BEA, "a text")]];
}

export const moneyPlots: readonly Plot[] = [paidMessages, endings, endings, freeMessages, payouts, topUps, news];
