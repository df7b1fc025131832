import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { processes } from "#deploy/launch/services.ts";
import { eraseUser } from "#libs/contracts/personal-data.ts";
import { addressHash } from "#libs/kernel/address-hash.ts";
import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditBooks } from "#services/messaging/wallet/audit-books.ts";
import { type Constellation, constellation, dataOf, type Person } from "#test/support/constellation.ts";
import { eventually } from "#test/support/eventually.ts";
import { type Leaver, newLeaver } from "./leaver.ts";
import { INVALID, refusalOf } from "./refusal.ts";

let system: Constellation;

beforeAll(async () => {
  system = await constellation();
});

beforeEach(() => {
  system.runtime.clock.reset();
  system.runtime.faults.disarm();
});

afterAll(() => system.stop());

type Row = Readonly<Record<string, unknown>> & { readonly _id: string };
type Receipt = Readonly<Record<string, Readonly<Record<"erased" | "anonymised" | "retained", Readonly<Record<string, unknown>>>>>>;

const { gateway: _gateway, ...backends } = processes;
const rows = (database: string, collection: string) => system.runtime.database(database).collection<Row>(collection);
const requestOf = (userId: string) => rows("account", "gdpr_requests").findOne({ userId, type: "DELETION" });
const purge = () => system.runtime.jobs.runNow("account.purge-users");
const balanceOf = async (person: Person) => dataOf<{ balance: string; held: string }>(await person.send("GET", "/wallet"), 200);
const statusOf = async (messageId: string) => (await rows("messaging", "messages").findOne({ _id: messageId }))?.status;

/** Asks for the deletion and lets it come due. */
async function leave(person: Person): Promise<void> {
  dataOf(await person.send("POST", "/gdpr/delete"), 201);
  await rows("account", "gdpr_requests").updateOne({ userId: person.userId }, { $set: { scheduledAt: system.runtime.clock.now() } });
}

/** Every place in every database in which one of the words is found. */
async function findings(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const database of Object.keys(backends)) {
    const { db } = system.runtime.database(database);
    for (const { name } of (await db?.listCollections().toArray()) ?? []) {
      for (const row of await rows(database, name).find({}).toArray()) {
        const text = JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
        found.push(...words.filter((word) => text.includes(word)).map((word) => `${word} in ${database}.${name} ${row._id}`));
      }
    }
  }
  return found;
}

/** What a receipt says was done; what was kept grows by the line that says so. */
const erasedIn = ({ receipt }: { readonly receipt: Receipt }) =>
  Object.entries(receipt).map(([service, { erased, anonymised }]) => ({ service, erased, anonymised }));

const completed = (userId: string) =>
  eventually(async () => {
    const request = await requestOf(userId);
    if (request?.status !== "COMPLETED") throw new Error(`the request is ${request?.status}`);
    return request as Row & { receipt: Receipt };
  }, 10_000);

describe("the purge", () => {
  it("GDP-08 GDP-10 GDP-13 GDP-14 ANX-02 leaves no trace of a person in any collection, money back where it came from, books whole", async () => {
    const leaver: Leaver = await newLeaver(system);
    const { fan, userId, canaries } = leaver;
    expect(new Set((await findings(canaries)).map((text) => text.split(" in ")[0])).size).toBe(canaries.length - 1);
    const fanBefore = await balanceOf(fan);
    await leave(leaver);
    await purge();
    const { receipt } = await completed(userId);
    await eventually(async () => expect(await findings(canaries)).toEqual([]));

    expect([await statusOf(leaver.openAsFan), await statusOf(leaver.openAsCreator)]).toEqual(["REJECTED", "REJECTED"]);
    const log = await rows("messaging", "message_status_logs").find({ messageId: leaver.openAsCreator, to: "REJECTED" }).toArray();
    expect(log).toEqual([expect.objectContaining({ actor: "SYSTEM", reason: "ACCOUNT_DELETED" })]);
    expect([fanBefore.held, (await balanceOf(fan)).held]).toEqual(["5.00", "0.00"]);
    const escrows = await rows("messaging", "escrows")
      .find({ messageId: { $in: [leaver.openAsFan, leaver.openAsCreator] } })
      .toArray();
    expect(escrows.map(({ status }) => status)).toEqual(["REFUNDED", "REFUNDED"]);
    expect(await rows("messaging", "wallets").findOne({ userId, kind: "FAN" })).toMatchObject({ held: 0n, balance: 1500n });
    expect(await auditBooks(system.runtime.database("messaging"))).toEqual([]);

    expect(Object.keys(receipt).sort()).toEqual(["account", ...Object.keys(eraseUser)].sort());
    expect(receipt).toMatchObject({
      account: { anonymised: { users: 1 }, retained: { gdpr_requests: { count: 1, ground: "ACCOUNTABILITY" } } },
      creator: { erased: { creator_profiles: 1, bio_pages: 1 } },
      content: { erased: { support_tickets: 1 } },
      analytics: { erased: { bio_page_views: 1 }, anonymised: { analytics_sessions: 1 } },
      messaging: {
        erased: { block_lists: 1 },
        anonymised: { messages: 3, message_status_logs: 1, user_cards: 1 },
        retained: { wallets: { count: 2, ground: "TAX_AND_ACCOUNTING" }, escrows: { count: 5, ground: "TAX_AND_ACCOUNTING" } },
      },
      notification: { anonymised: { recipients: 1 } },
    });
    const record = await (await system.admin()).send("GET", `/admin/gdpr/requests?type=DELETION&status=COMPLETED&userId=${userId}`);
    expect(dataOf<{ items: unknown[] }>(record, 200).items).toEqual([expect.objectContaining({ userId, status: "COMPLETED", receipt })]);
    expect(refusalOf(await fan.send("GET", "/admin/gdpr/requests"))).toBe("403 error.forbidden");
    expect(await findings([userId])).not.toEqual([]);
    expect(await rows("analytics", "analytics_sessions").countDocuments({ userId })).toBe(0);
  });

  it("GDP-08 nothing happens before the day; then nobody can sign in, the address is free and the name is held", async () => {
    const { clock } = system.runtime;
    const leaver = await system.newCreator();
    const { email, password, username, userId } = leaver;
    dataOf(await leaver.send("POST", "/users/delete", { password }), 200);
    clock.advance(30 * DAY - MINUTE);
    await purge();
    expect(await requestOf(userId)).toMatchObject({ status: "PENDING" });
    expect((await system.send("POST", "/auth/login", { body: { email, password } })).status).toBe(200);
    clock.advance(2 * MINUTE);
    await purge();
    await completed(userId);
    const login = await system.send("POST", "/auth/login", { body: { email, password } });
    expect(refusalOf(login)).toBe("401 auth.login.invalid_credentials");
    expect(await rows("account", "users").findOne({ _id: userId })).toMatchObject({
      status: "DELETED",
      username: null,
      email: `deleted:${userId}`,
    });
    for (const email of [`deleted:${userId}`, `${userId}@deleted`]) {
      expect(refusalOf(await system.send("POST", "/auth/register", { body: { email, password } }))).toBe(INVALID);
    }
    dataOf(await system.send("POST", "/auth/register", { body: { email, password } }), 201);
    const { userId: newId, ...heir } = await system.signIn(email, password);
    expect(newId).not.toBe(userId);
    expect(refusalOf(await heir.send("POST", "/creators/upgrade", { username }))).toBe("409 creator.upgrade.username_unavailable");
    clock.advance(31 * DAY);
    const later = await system.signIn(email, password);
    expect((await later.send("POST", "/creators/upgrade", { username })).status).toBe(201);
  });

  it("GDP-08 GDP-09 a subscription from before the account goes too, also when the purge is repeated; one of an address never proven stays", async () => {
    const [person, unproven] = [await system.newUser(), await system.newUser()];
    await rows("account", "users").updateOne({ _id: unproven.userId }, { $set: { emailVerified: false } });
    const hashes = [person, unproven].map(({ email }) => addressHash(system.runtime.env.secrets.pseudonymKey, email));
    const older = { userId: null, status: "CONFIRMED", locale: "en", expiresAt: null };
    await rows("notification", "email_subscriptions").insertMany(hashes.map((emailHash) => ({ ...older, _id: uuid(), emailHash })));
    for (const who of [person, unproven]) await leave(who);
    system.runtime.faults.arm({ point: "gdpr.purge.erased", mode: "error", times: 1 });
    await purge();
    system.runtime.faults.disarm();
    system.runtime.clock.advance(20 * SECOND);
    await purge();
    for (const { userId } of [person, unproven]) await completed(userId);
    const left = await rows("notification", "email_subscriptions")
      .find({ emailHash: { $in: hashes } })
      .toArray();
    expect(left.map(({ emailHash }) => emailHash)).toEqual([hashes[1]]);
    const { receipt } = await completed(person.userId);
    expect(receipt.notification?.erased).toMatchObject({ email_subscriptions: 1 });
  });

  it("GDP-09 a crash after any step is gone on from there, and a second purge changes nothing", async () => {
    const leaver = await newLeaver(system);
    await leave(leaver);
    const { clock, faults } = system.runtime;
    const others = Object.keys(eraseUser).length;
    const seen: number[] = [];
    for (const point of ["gdpr.purge", ...Array.from({ length: others }, () => "gdpr.purge.erased"), "gdpr.purge.buried"]) {
      faults.arm({ point, mode: "error", times: 1 });
      await purge();
      const { status, receipt } = (await requestOf(leaver.userId)) as Row & { receipt: Receipt };
      expect(status).toBe("PROCESSING");
      seen.push(Object.keys(receipt).length);
      faults.disarm();
      clock.advance(20 * SECOND);
    }
    expect(seen).toEqual([...Array.from({ length: others + 1 }, (_, index) => index), others]);
    await purge();
    const first = erasedIn(await completed(leaver.userId));
    expect(await findings(leaver.canaries)).toEqual([]);
    const again = { status: "PROCESSING", leaseUntil: new Date(0), receipt: {} };
    await rows("account", "gdpr_requests").updateOne({ userId: leaver.userId }, { $set: again });
    await purge();
    expect(erasedIn(await completed(leaver.userId))).toEqual(first);
    expect(await auditBooks(system.runtime.database("messaging"))).toEqual([]);
  });

  it("GDP-09 a worker that vanished is waited for as long as its lease runs, then another one goes on", async () => {
    const person = await system.newUser();
    await leave(person);
    const { clock } = system.runtime;
    const vanished = { status: "PROCESSING", lease: "somebody else", leaseUntil: new Date(clock.now().getTime() + MINUTE), attempts: 1 };
    await rows("account", "gdpr_requests").updateOne({ userId: person.userId }, { $set: vanished });
    await purge();
    expect(await requestOf(person.userId)).toMatchObject({ status: "PROCESSING", lease: "somebody else" });
    clock.advance(MINUTE);
    await purge();
    await completed(person.userId);
  });

  it("GDP-09 waits for a service that is away, and goes on by itself when it is back", async () => {
    const person = await system.newUser();
    await leave(person);
    const notification = system.broker.getLocalService("notification");
    if (!notification) throw new Error("the service is not there");
    await system.broker.destroyService(notification);
    await purge();
    const { status, receipt } = (await requestOf(person.userId)) as Row & { receipt: Receipt };
    expect([status, Object.keys(receipt).length]).toEqual(["PROCESSING", Object.keys(eraseUser).length - 1]);
    system.broker.createService(processes.notification.notification(system.runtime));
    await system.broker.waitForServices("notification", 5_000);
    await completed(person.userId);
  });

  it("GDP-08 what arrives a little late is erased as well, and counted", async () => {
    const person = await system.newUser();
    await leave(person);
    await purge();
    await completed(person.userId);
    const word = `late-${uuid()}`;
    const ticket = { _id: uuid(), userId: person.userId, subject: word, status: "OPEN", messages: [] };
    await rows("content", "support_tickets").insertOne({ ...ticket, createdAt: new Date(), lastMessageAt: new Date() });
    const named = { _id: uuid(), userId: uuid(), namedUserId: person.userId, eventKey: "new_message_creator", data: { senderName: word } };
    await rows("notification", "notifications").insertOne({ ...named, eventId: uuid(), read: false, createdAt: new Date(), seq: 1 });
    system.runtime.clock.advance(5 * MINUTE);
    await system.runtime.jobs.runNow("account.sweep-purged");
    expect(await findings([word])).toEqual([]);
    const { receipt } = await completed(person.userId);
    expect([receipt.content?.erased, receipt.notification?.anonymised.notifications]).toEqual([{ support_tickets: 1 }, 1]);
    expect(await requestOf(person.userId)).toMatchObject({ sweepAt: null });
  });

  it("GDP-11 once it has begun it cannot be cancelled; the token of who is gone gets 404", async () => {
    const person = await system.newUser();
    await leave(person);
    const back = await system.signIn(person.email, person.password);
    system.runtime.faults.arm({ point: "gdpr.purge", mode: "delay", delayMs: 1_000, times: 1 });
    const running = purge();
    await eventually(async () => expect(await requestOf(person.userId)).toMatchObject({ status: "PROCESSING" }));
    expect(refusalOf(await back.send("DELETE", "/gdpr/delete"))).toBe("409 gdpr.error.already_processing");
    expect(refusalOf(await back.send("POST", "/gdpr/delete"))).toBe("409 error.user.deletion_scheduled");
    await running;
    await completed(person.userId);
    expect(refusalOf(await back.send("DELETE", "/gdpr/delete"))).toBe("404 error.user.not_found");
    await eventually(async () => expect((await back.send("GET", "/auth/me")).status).toBe(401));
  });

  it("GDP-11 of a cancellation and a purge at the same time exactly one wins, and the user is as the winner wants", async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await system.newUser();
      await leave(person);
      const [cancelled] = await Promise.all([person.send("DELETE", "/gdpr/delete"), purge()]);
      const user = await rows("account", "users").findOne({ _id: person.userId });
      if (cancelled.status === 200) {
        expect([user?.status, (await requestOf(person.userId))?.status]).toEqual(["ACTIVE", "CANCELLED"]);
      } else {
        expect(["409 gdpr.error.already_processing", "404 error.user.not_found"]).toContain(refusalOf(cancelled));
        await completed(person.userId);
      }
    }
  });
});
