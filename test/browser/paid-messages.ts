import { uuid } from "#libs/kernel/ids.ts";
import { verifyIdentity } from "../spec/tour-payouts.ts";
import { type CreatorPerson, dataOf, type Person, type TestSystem } from "../support/test-system.ts";

/** A message of 7.50 to a creator, and its parties. */
export interface PaidMessage {
  readonly fan: Person;
  readonly creator: CreatorPerson;
  readonly messageId: string;
  readonly sessionId: string;
}

export async function paidMessage(system: TestSystem, content = "Which lens?"): Promise<PaidMessage> {
  const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
  const fan = await system.newFan("12.34");
  const body = { receiverId: creator.userId, dmType: "PER_MESSAGE", price: "7.50", content };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201);
  const { sessionId } = dataOf<{ sessionId: string }>(await fan.send("GET", `/messages/${messageId}`), 200);
  return { fan, creator, messageId, sessionId };
}

/** A fan whose message a moderation rule holds back. */
export async function heldMessage(system: TestSystem): Promise<PaidMessage> {
  const rule = { name: "shops", pattern: "buy-now", category: "SPAM" };
  dataOf(await (await system.admin()).send("POST", "/admin/moderation/rules", rule), 201);
  return paidMessage(system, `buy-now ${uuid()}`);
}

/** A creator with a confirmed identity who has earned 80.00. */
export async function earningCreator(system: TestSystem): Promise<CreatorPerson> {
  const [creator, fan] = [await system.newCreator({ dmType: "PER_MESSAGE", price: "100.00" }), await system.newFan("100.00")];
  const body = { receiverId: creator.userId, dmType: "PER_MESSAGE", price: "100.00", content: "Which lens?" };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201);
  dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "A 35 mm." }), 201);
  await verifyIdentity(system, creator);
  return creator;
}
