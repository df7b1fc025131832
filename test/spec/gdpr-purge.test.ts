import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { backendNames, processes } from "#deploy/launch/services.ts";
import { eraseUser } from "#libs/contracts/personal-data.ts";
import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { addressHash } from "#libs/platform/personal-data/address-hash.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { type Leaver, newLeaver } from "./leaver.ts";
import { INVALID, refusalOf } from "./refusal.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});

beforeEach(() => {
  system.runtime.clock.reset();
  system.runtime.faults.disarm();
});

afterAll(() => system.stop());

type Row = Readonly<Record<string, unknown>> & { readonly _id: string };
type Receipt = Readonly<Record<string, Readonly<Record<"erased" | "anonymised" | "retained", Readonly<Record<string, unknown>>>>>>;

const rows = (database: string, collection: string) => system.runtime.database(database).connection.collection<Row>(collection);
const requestOf = (userId: string) => rows("account", "gdpr_requests").findOne({ userId, type: "DELETION" });
const purge = () => system.runtime.jobs.runNow("account.purge-users");
const balanceOf = async (person: Person) => dataOf<{ balance: string; held: string }>(await person.send("GET", "/wallet"), 200);
const statusOf = async (messageId: string) => (await rows("messaging", "messages").findOne({ _id: messageId }))?.status;

/** Requests the deletion and makes it due. */
async function requestDueDeletion(person: Person): Promise<void> {
  dataOf(await person.send("POST", "/gdpr/delete"), 201);
  await rows("account", "gdpr_requests").updateOne({ userId: person.userId }, { $set: { scheduledAt: system.runtime.clock.now() } });
}

/** Each row of any database that contains one of the words, as `word in database.collection id`. */
async function findings(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const database of backendNames) {
    const { db } = system.runtime.database(database).connection;
    for (const { name } of (await db?.listCollections().toArray()) ?? []) {
      for (const row of await rows(database, name).find({}).toArray()) {
        const text = JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
        found.push(...words.filter((word) => text.includes(word)).map((word) => `${word} in ${database}.${name} ${row._id}`));
      }
    }
  }
  return found;
}

/** The erased and anonymized rows of a receipt. Without the retained ones: the completion itself adds an audit line. */
const erasedIn = ({ receipt }: { readonly receipt: Receipt }) =>
  Object.entries(receipt).map(([service, { erased, anonymised }]) => ({ service, erased, anonymised }));

const completed = (userId: string) =>
  eventually(async () => {
    const request = await requestOf(userId);
    if (request?.status !== "COMPLETED") throw new Error(`the request is ${request?.status}`);
    return request as Row & { receipt: Receipt };
  });

describe("the purge", () => {
  it("GDP-08 GDP-10 GDP-13 GDP-14 ANX-02 the purge leaves no personal data in any collection, refunds open messages and keeps the ledger balanced", async () => {
    const leaver: Leaver = await newLeaver(system);
    const { fan, userId, canaries } = leaver;
    expect(new Set((await findings(canaries)).map((text) => text.split(" in ")[0])).size).toBe(canaries.length - 1);
    const fanBefore = await balanceOf(fan);
    await requestDueDeletion(leaver);
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
    expect(await rows("messaging", "wallets").findOne({ userId, kind: "FAN" })).toMatchObject({ held: 0n, balance: 0n });
    expect(await auditLedger(system.runtime.database("messaging"))).toEqual([]);

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

  it("GDP-08 the purge erases nothing before the grace period ends; afterwards sign-in fails, the address is free and the username is reserved", async () => {
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
    const { userId: newId, ...successor } = await system.signIn(email, password);
    expect(newId).not.toBe(userId);
    expect(refusalOf(await successor.send("POST", "/creators/upgrade", { username }))).toBe("409 creator.upgrade.username_unavailable");
    clock.advance(31 * DAY);
    const later = await system.signIn(email, password);
    expect((await later.send("POST", "/creators/upgrade", { username })).status).toBe(201);
  });

  it("GDP-08 GDP-09 the purge erases a subscription from before the account, also in a repeated purge, unless the address is unverified", async () => {
    const [person, unverified] = [await system.newUser(), await system.newUser()];
    await rows("account", "users").updateOne({ _id: unverified.userId }, { $set: { emailVerified: false } });
    const hashes = [person, unverified].map(({ email }) => addressHash(system.runtime.env.secrets.pseudonymKey, email));
    const older = { userId: null, status: "CONFIRMED", locale: "en", expiresAt: null };
    await rows("notification", "email_subscriptions").insertMany(hashes.map((emailHash) => ({ ...older, _id: uuid(), emailHash })));
    for (const user of [person, unverified]) await requestDueDeletion(user);
    system.runtime.faults.arm({ point: "gdpr.purge.erased", mode: "error", times: 1 });
    await purge();
    system.runtime.faults.disarm();
    system.runtime.clock.advance(20 * SECOND);
    await purge();
    for (const { userId } of [person, unverified]) await completed(userId);
    const left = await rows("notification", "email_subscriptions")
      .find({ emailHash: { $in: hashes } })
      .toArray();
    expect(left.map(({ emailHash }) => emailHash)).toEqual([hashes[1]]);
    const { receipt } = await completed(person.userId);
    expect(receipt.notification?.erased).toMatchObject({ email_subscriptions: 1 });
  });

  it("GDP-09 the purge resumes after a crash at any step, and a second purge changes nothing", async () => {
    const leaver = await newLeaver(system);
    await requestDueDeletion(leaver);
    const { clock, faults } = system.runtime;
    const others = Object.keys(eraseUser).length;
    const seen: number[] = [];
    for (const point of ["gdpr.purge", ...Array.from({ length: others }, () => "gdpr.purge.erased"), "gdpr.purge.anonymized"]) {
      faults.arm({ point, mode: "error", times: 1 });
      await purge();
      const { status, receipt } = (await requestOf(leaver.userId)) as Row & { receipt: Receipt };
      expect(status).toBe("PROCESSING");
      seen.push(Object.keys(receipt).length);
      faults.disarm();
      clock.advance(5 * MINUTE);
    }
    expect(seen).toEqual([...Array.from({ length: others + 1 }, (_, index) => index), others]);
    await purge();
    const firstReceipt = erasedIn(await completed(leaver.userId));
    expect(await findings(leaver.canaries)).toEqual([]);
    const claimable = { status: "PROCESSING", leaseUntil: new Date(0), receipt: {} };
    await rows("account", "gdpr_requests").updateOne({ userId: leaver.userId }, { $set: claimable });
    await purge();
    expect(erasedIn(await completed(leaver.userId))).toEqual(firstReceipt);
    expect(await auditLedger(system.runtime.database("messaging"))).toEqual([]);
  });

  it("GDP-09 another process resumes the purge of a vanished worker when its lease has expired, and not before", async () => {
    const person = await system.newUser();
    await requestDueDeletion(person);
    const { clock } = system.runtime;
    const vanished = {
      status: "PROCESSING",
      lease: "another worker",
      leaseUntil: new Date(clock.now().getTime() + 20 * SECOND),
      attempts: 1,
    };
    await rows("account", "gdpr_requests").updateOne({ userId: person.userId }, { $set: vanished });
    await purge();
    expect(await requestOf(person.userId)).toMatchObject({ status: "PROCESSING", lease: "another worker" });
    clock.advance(20 * SECOND);
    await purge();
    await completed(person.userId);
  });

  it("GDP-09 the purge waits for an unavailable service, and resumes by itself when it is available again", async () => {
    const person = await system.newUser();
    await requestDueDeletion(person);
    const notification = system.broker.getLocalService("notification");
    if (!notification) throw new Error("the service does not run");
    await system.broker.destroyService(notification);
    await purge();
    const { status, receipt } = (await requestOf(person.userId)) as Row & { receipt: Receipt };
    expect([status, Object.keys(receipt).length]).toEqual(["PROCESSING", Object.keys(eraseUser).length - 1]);
    const restarted = await processes.notification.notification();
    system.broker.createService(restarted(system.runtime));
    await system.broker.waitForServices("notification", 5_000);
    await completed(person.userId);
  });

  it("GDP-08 the purge erases and counts data that arrives after the purge", async () => {
    const person = await system.newUser();
    await requestDueDeletion(person);
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

  it("GDP-11 the purge refuses a cancellation with 409 once the purge has begun, and with 404 when the user is deleted", async () => {
    const person = await system.newUser();
    await requestDueDeletion(person);
    const signedInAgain = await system.signIn(person.email, person.password);
    system.runtime.faults.arm({ point: "gdpr.purge", mode: "delay", delayMs: 1_000, times: 1 });
    const running = purge();
    await eventually(async () => expect(await requestOf(person.userId)).toMatchObject({ status: "PROCESSING" }));
    expect(refusalOf(await signedInAgain.send("DELETE", "/gdpr/delete"))).toBe("409 gdpr.error.already_processing");
    expect(refusalOf(await signedInAgain.send("POST", "/gdpr/delete"))).toBe("409 error.user.deletion_scheduled");
    await running;
    await completed(person.userId);
    expect(refusalOf(await signedInAgain.send("DELETE", "/gdpr/delete"))).toBe("404 error.user.not_found");
    await eventually(async () => expect((await signedInAgain.send("GET", "/auth/me")).status).toBe(401));
  });

  it("GDP-11 of a parallel cancellation and purge, exactly one succeeds, and the status of the user is that of the winner", async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await system.newUser();
      await requestDueDeletion(person);
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
