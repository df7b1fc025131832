import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { appealModeration, createModerationRule, decideModeration, listAppeals } from "#libs/contracts/messaging/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type MessagingFixture, messagingFixture } from "./messaging-fixture.ts";
import { type SentMessage, sendNewMessage, statusOf } from "./sent-message.ts";

let fixture: MessagingFixture;
const firstModerator = uuid();

beforeAll(async () => {
  fixture = await messagingFixture();
  await moderator(firstModerator)(createModerationRule, { name: "spam links", pattern: "buy now", category: "SPAM" });
});
afterAll(() => fixture.stop());

const moderator = (userId: string) => fixture.as(userId, ["MODERATOR"]);
const held = (params: { free?: true } = {}) => sendNewMessage(fixture, { content: "Please BUY now at my shop", ...params });
const decide = ({ messageId }: SentMessage, decision: "APPROVE" | "REJECT") =>
  moderator(firstModerator)(decideModeration, { messageId, decision, reason: "looked at it" });
const appeal = ({ fan, messageId }: SentMessage) => fixture.as(fan)(appealModeration, { messageId, reason: "it was a joke" });

describe("GET /admin/moderation/appeals", () => {
  it("CON-18 appeals are found by id and sender, and say what has become of the message", async () => {
    const [one, two] = [await held(), await held({ free: true })];
    const [first, second] = [await appeal(one), await appeal(two)];
    await decide(two, "REJECT");
    const list = (params: { id?: string; userId?: string; status?: "OPEN" | "UPHELD" }) => moderator(firstModerator)(listAppeals, params);
    for (const params of [{ id: first.appealId }, { userId: one.fan }, { id: first.appealId, userId: one.fan, status: "OPEN" as const }]) {
      const { items, total } = await list(params);
      expect([items.map(({ appealId }) => appealId), total]).toEqual([[first.appealId], 1]);
    }
    for (const params of [{ id: uuid() }, { userId: one.creator }, { id: first.appealId, userId: two.fan }]) {
      expect(await list(params)).toMatchObject({ items: [], total: 0 });
    }
    const ofFree = { receiverId: two.creator, price: null, messageStatus: await statusOf(fixture, two) };
    expect((await list({ id: second.appealId })).items).toMatchObject([ofFree]);
    for (const name of ["id", "userId"] as const) {
      await expect(list({ [name]: "" })).rejects.toMatchObject({ key: "error.validation_failed" });
    }
    await fixture.connection.collection("messages").deleteOne({ _id: two.messageId as never });
    expect((await list({ id: second.appealId })).items).toMatchObject([{ receiverId: null, price: null, messageStatus: null }]);
  });

  it("CNS-08 an appeal says why the first moderator refused the message, and no reason where a rule decided", async () => {
    const [refused, flagged] = [await held(), await held()];
    await decide(refused, "REJECT");
    const [first, second] = [await appeal(refused), await appeal(flagged)];
    const reasonOf = async (id: string) => (await moderator(firstModerator)(listAppeals, { id })).items[0]?.firstReason;
    expect(await reasonOf(first.appealId)).toBe("looked at it");
    expect(await reasonOf(second.appealId)).toBeNull();
  });
});
