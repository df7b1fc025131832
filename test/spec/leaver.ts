import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";

/** A user whose account will be deleted: a creator with data in every service, and unique words in the data. */
export interface Leaver extends CreatorPerson {
  /** Unique words that no row may contain after the purge. */
  readonly canaries: readonly string[];
  /** A fan who has sent messages to the creator. */
  readonly fan: Person;
  /** Another creator, to whom this one has sent messages as a fan. */
  readonly otherCreator: CreatorPerson;
  /** Ids of messages with an open escrow: sent as a fan, received as a creator. */
  readonly openAsFan: string;
  readonly openAsCreator: string;
  readonly bioPageId: string;
}

const PRICE = "5.00";

/** Visits of tools do not count. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

function requireSuccess(reply: Reply): void {
  if (reply.status >= 300) throw new Error(`status ${reply.status}: ${JSON.stringify(reply.body)}`);
}

/** Creates a creator who has also sent messages as a fan, replied, blocked a user, opened a ticket and had visitors. */
export async function newLeaver(system: TestSystem): Promise<Leaver> {
  const mark = uuid().slice(-12);
  const canary: CanaryFactory = (prefix) => `${prefix}-${mark}`;
  const [otherCreator, fan] = [await system.newCreator({ dmType: "PER_MESSAGE", price: PRICE }), await system.newFan("50.00")];
  const leaver = await signUp(system, mark);
  const messages = await writeMessages(leaver, { otherCreator, fan, canary });
  await fillProfile(leaver, { otherCreator, messageId: messages.openAsCreator, canary });
  await createOtherData(system, leaver, canary);
  const words = [
    "sent",
    "answer",
    "free",
    "decline",
    "subject",
    "ticket",
    "bio",
    "device",
    "displayname",
    "headline",
    "link",
    "handle",
    "report",
    "method",
  ].map(canary);
  const canaries = [...words, leaver.email, leaver.username];
  return { ...leaver, ...messages, canaries, fan, otherCreator };
}

async function signUp(system: TestSystem, mark: string): Promise<CreatorPerson & { readonly bioPageId: string }> {
  const user = await system.newUser({ displayName: `displayname-${mark}` });
  const username = `username-${mark}`;
  const upgrade = { username, bio: `bio-${mark}`, displayName: `displayname-${mark}` };
  const { creatorId } = dataOf<{ creatorId: string }>(await user.send("POST", "/creators/upgrade", upgrade), 201);
  const settings = { dmType: "PER_MESSAGE", price: PRICE };
  const { bioPageId } = dataOf<{ bioPageId: string }>(await user.send("PATCH", `/creators/${creatorId}/dm-settings`, settings), 200);
  const { topupId } = dataOf<{ topupId: string }>(
    await user.send("POST", "/wallet/topups", { amount: "20.00" }, { headers: { "idempotency-key": uuid() } }),
    201,
  );
  requireSuccess(await user.send("POST", `/wallet/topups/${topupId}/confirm`, {}));
  const { email, password } = user;
  requireSuccess(await system.send("POST", "/auth/login", { body: { email, password, deviceName: `device-${mark}` } }));
  return { ...user, creatorId, username, bioPageId };
}

/** Returns a unique word with this prefix. */
type CanaryFactory = (prefix: string) => string;

async function writeMessages(
  leaver: CreatorPerson,
  { otherCreator, fan, canary }: { otherCreator: CreatorPerson; fan: Person; canary: CanaryFactory },
) {
  const write = async (from: Person, to: Person, content: string) => {
    const body = { receiverId: to.userId, content, dmType: "PER_MESSAGE", price: PRICE };
    return dataOf<{ messageId: string }>(await from.send("POST", "/messages", body), 201).messageId;
  };
  const replied = await write(fan, leaver, "a question");
  requireSuccess(await leaver.send("POST", `/messages/${replied}/reply`, { content: canary("answer") }));
  const declined = await write(fan, leaver, "another question");
  requireSuccess(await leaver.send("POST", `/messages/${declined}/reject`, { reason: canary("decline") }));
  const repliedByOther = await write(leaver, otherCreator, canary("free"));
  requireSuccess(await otherCreator.send("POST", `/messages/${repliedByOther}/reply`, { content: "an answer of the other creator" }));
  return { openAsFan: await write(leaver, otherCreator, canary("sent")), openAsCreator: await write(fan, leaver, "an open question") };
}

async function fillProfile(
  leaver: CreatorPerson,
  { otherCreator, messageId, canary }: { otherCreator: CreatorPerson; messageId: string; canary: CanaryFactory },
) {
  const path = `/creators/${leaver.creatorId}`;
  requireSuccess(await leaver.send("PATCH", "/creators/me", { headline: canary("headline") }));
  requireSuccess(
    await leaver.send("POST", `${path}/links`, { kind: "LINK", title: canary("link"), url: `https://example.org/${canary("link")}` }),
  );
  requireSuccess(await leaver.send("POST", `${path}/socials`, { platform: "EXAMPLE", handle: canary("handle") }));
  requireSuccess(await leaver.send("PUT", `/creators/${otherCreator.creatorId}/follow`));
  requireSuccess(await leaver.send("POST", `/messages/${messageId}/report`, { category: "OTHER", comment: canary("report") }));
  requireSuccess(await leaver.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: canary("method") }));
}

async function createOtherData(
  system: TestSystem,
  leaver: CreatorPerson & { readonly bioPageId: string },
  canary: CanaryFactory,
): Promise<void> {
  const ticket = { subject: canary("subject"), message: canary("ticket") };
  requireSuccess(await leaver.send("POST", "/support/tickets", ticket));
  const stranger = await system.newUser();
  requireSuccess(await leaver.send("PUT", `/blocks/${stranger.userId}`));
  requireSuccess(await system.send("POST", `/bio/${leaver.bioPageId}/view`, { body: {} }));
  const session = { visitorId: uuid(), landingPage: "https://example.org/", consentAnalytics: "granted" };
  // A session that could not be stored gets no id.
  const sessionId = await eventually(async () => {
    const reply = await system.send("POST", "/analytics/session", { body: session, headers: { "user-agent": BROWSER } });
    const { id } = dataOf<{ id: string | null }>(reply, 200);
    if (id === null) throw new Error("the session was not stored");
    return id;
  });
  requireSuccess(await leaver.send("POST", "/analytics/identify", { sessionId }));
  await eventually(async () => {
    const { items } = dataOf<{ items: unknown[] }>(await leaver.send("GET", "/notifications"), 200);
    if (items.length < 3) throw new Error("the notifications have not arrived");
  });
}
