import { uuid } from "#libs/kernel/ids.ts";
import { type Constellation, type CreatorPerson, dataOf, type Person } from "#test/support/constellation.ts";
import { eventually } from "#test/support/eventually.ts";
import type { Reply } from "#test/support/http.ts";

/** Somebody who has left traces everywhere, and the words by which each of them is recognised. */
export interface Leaver extends CreatorPerson {
  /** Words that must not be found anywhere after the purge. */
  readonly canaries: readonly string[];
  /** What the others of the story hold. */
  readonly fan: Person;
  readonly idol: CreatorPerson;
  /** Messages with open escrows: as fan, as creator. */
  readonly openAsFan: string;
  readonly openAsCreator: string;
  readonly bioPageId: string;
}

const PRICE = "5.00";

function done(reply: Reply): void {
  if (reply.status >= 300) throw new Error(`status ${reply.status}: ${JSON.stringify(reply.body)}`);
}

/** Lets a fan who is a creator as well write, answer, block, ask for help and be visited. */
export async function newLeaver(system: Constellation): Promise<Leaver> {
  const mark = uuid().slice(-12);
  const word = (what: string) => `${what}-${mark}`;
  const [idol, fan] = [await system.newCreator({ dmType: "PER_MESSAGE", price: PRICE }), await system.newFan("50.00")];
  const leaver = await signUp(system, mark);
  const messages = await writeMessages(leaver, { idol, fan, word });
  await decorate(leaver, { idol, messageId: messages.openAsCreator, word });
  await leaveTraces(system, leaver, word);
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
  ].map(word);
  const canaries = [...words, leaver.email, leaver.username];
  return { ...leaver, ...messages, canaries, fan, idol };
}

async function signUp(system: Constellation, mark: string): Promise<CreatorPerson & { readonly bioPageId: string }> {
  const user = await system.newUser({ displayName: `displayname-${mark}` });
  const username = `username-${mark}`;
  const wish = { username, bio: `bio-${mark}`, displayName: `displayname-${mark}` };
  const { creatorId } = dataOf<{ creatorId: string }>(await user.send("POST", "/creators/upgrade", wish), 201);
  const settings = { dmType: "PER_MESSAGE", price: PRICE };
  const { bioPageId } = dataOf<{ bioPageId: string }>(await user.send("PATCH", `/creators/${creatorId}/dm-settings`, settings), 200);
  const { topupId } = dataOf<{ topupId: string }>(
    await user.send("POST", "/wallet/topups", { amount: "20.00" }, { headers: { "idempotency-key": uuid() } }),
    201,
  );
  done(await user.send("POST", `/wallet/topups/${topupId}/confirm`, {}));
  const { email, password } = user;
  done(await system.send("POST", "/auth/login", { body: { email, password, deviceName: `device-${mark}` } }));
  return { ...user, creatorId, username, bioPageId };
}

type Word = (what: string) => string;

async function writeMessages(leaver: CreatorPerson, { idol, fan, word }: { idol: CreatorPerson; fan: Person; word: Word }) {
  const write = async (from: Person, to: Person, content: string) => {
    const body = { receiverId: to.userId, content, dmType: "PER_MESSAGE", price: PRICE };
    return dataOf<{ messageId: string }>(await from.send("POST", "/messages", body), 201).messageId;
  };
  const answered = await write(fan, leaver, "a question");
  done(await leaver.send("POST", `/messages/${answered}/reply`, { content: word("answer") }));
  const declined = await write(fan, leaver, "another question");
  done(await leaver.send("POST", `/messages/${declined}/reject`, { reason: word("decline") }));
  const gotAnswer = await write(leaver, idol, word("free"));
  done(await idol.send("POST", `/messages/${gotAnswer}/reply`, { content: "an answer of the idol" }));
  return { openAsFan: await write(leaver, idol, word("sent")), openAsCreator: await write(fan, leaver, "an open question") };
}

async function decorate(leaver: CreatorPerson, { idol, messageId, word }: { idol: CreatorPerson; messageId: string; word: Word }) {
  const path = `/creators/${leaver.creatorId}`;
  done(await leaver.send("PATCH", "/creators/me", { headline: word("headline") }));
  done(await leaver.send("POST", `${path}/links`, { kind: "LINK", title: word("link"), url: `https://example.org/${word("link")}` }));
  done(await leaver.send("POST", `${path}/socials`, { platform: "EXAMPLE", handle: word("handle") }));
  done(await leaver.send("PUT", `/creators/${idol.creatorId}/follow`));
  done(await leaver.send("POST", `/messages/${messageId}/report`, { category: "OTHER", comment: word("report") }));
  done(await leaver.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: word("method") }));
}

async function leaveTraces(system: Constellation, leaver: CreatorPerson & { readonly bioPageId: string }, word: Word): Promise<void> {
  const ticket = { subject: word("subject"), message: word("ticket") };
  done(await leaver.send("POST", "/support/tickets", ticket));
  const stranger = await system.newUser();
  done(await leaver.send("PUT", `/blocks/${stranger.userId}`));
  done(await system.send("POST", `/bio/${leaver.bioPageId}/view`, { body: {} }));
  const session = { visitorId: uuid(), landingPage: "https://example.org/", consentAnalytics: "granted" };
  const { id: sessionId } = dataOf<{ id: string }>(await system.send("POST", "/analytics/session", { body: session }), 200);
  done(await leaver.send("POST", "/analytics/identify", { sessionId }));
  await eventually(async () => {
    const { items } = dataOf<{ items: unknown[] }>(await leaver.send("GET", "/notifications"), 200);
    if (items.length < 3) throw new Error("the notifications have not arrived");
  });
}
