import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import {
  answerTicket,
  closeTicket,
  getOwnTicket,
  getTicket,
  listOwnTickets,
  listTickets,
  openTicket,
  ticketAnswered,
  writeToTicket,
} from "#libs/contracts/content/index.ts";
import { MAX_TICKET_MESSAGES } from "#libs/contracts/content/support.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type ContentFixture, startContent } from "./fixture.ts";

let content: ContentFixture;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.stop());

const question = { subject: "My money", message: "Where is it?" };

describe("support tickets", () => {
  it("tickets change their status with each message: OPEN, ANSWERED, OPEN again, and CLOSED for good", async () => {
    const user = content.newUser();
    const support = content.supportAgent;
    const { id: ticketId, ...opened } = await user.call(openTicket, question);
    expect(opened).toMatchObject({ subject: "My money", status: "OPEN", messages: [{ from: "USER", text: "Where is it?" }] });
    const answered = await support.call(answerTicket, { ticketId, message: "On its way." });
    expect(answered).toMatchObject({ userId: user.userId, status: "ANSWERED" });
    const again = await user.call(writeToTicket, { ticketId, message: "Thanks!" });
    expect(again.status).toBe("OPEN");
    expect(again.messages.map(({ from, text }) => [from, text])).toEqual([
      ["USER", "Where is it?"],
      ["SUPPORT", "On its way."],
      ["USER", "Thanks!"],
    ]);
    expect(JSON.stringify(again)).not.toContain(support.userId);
    const closed = await support.call(closeTicket, { ticketId });
    expect(await support.call(closeTicket, { ticketId })).toEqual(closed);
    for (const write of [user.call(writeToTicket, { ticketId, message: "x" }), support.call(answerTicket, { ticketId, message: "x" })]) {
      expect(await outcomeOf(write)).toBe("support.error.ticket_closed");
    }
    expect(await user.call(getOwnTicket, { ticketId })).toMatchObject({ status: "CLOSED", messages: { length: 3 } });
  });

  it("tickets publish an event for each answer, and none for a refused one", async () => {
    const user = content.newUser();
    const { id: ticketId } = await user.call(openTicket, question);
    await content.supportAgent.call(answerTicket, { ticketId, message: "On its way." });
    await content.supportAgent.call(closeTicket, { ticketId });
    expect(await outcomeOf(content.supportAgent.call(answerTicket, { ticketId, message: "x" }))).toBe("support.error.ticket_closed");
    const outbox = content.runtime.database("content").connection.collection("outbox");
    const facts = await outbox.find({ event: ticketAnswered.name, "payload.ticketId": ticketId }).toArray();
    expect(facts.map(({ payload }) => payload)).toEqual([{ ticketId, userId: user.userId, answeredAt: expect.any(String) }]);
  });

  it("tickets are 404 for other users, like unknown ones", async () => {
    const stranger = content.newUser();
    const { id: ticketId } = await content.newUser().call(openTicket, question);
    for (const id of [ticketId, uuid()]) {
      expect(await outcomeOf(stranger.call(getOwnTicket, { ticketId: id }))).toBe("support.error.ticket_not_found");
      expect(await outcomeOf(stranger.call(writeToTicket, { ticketId: id, message: "x" }))).toBe("support.error.ticket_not_found");
    }
    expect((await stranger.call(listOwnTickets, {})).total).toBe(0);
    expect(await outcomeOf(content.supportAgent.call(getTicket, { ticketId: uuid() }))).toBe("support.error.ticket_not_found");
    expect(await outcomeOf(call(content.broker, listOwnTickets, {}))).toBe("error.unauthorized");
  });

  it("tickets are listed latest first for their user and longest waiting first for the staff", async () => {
    const user = content.newUser();
    const ids: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      content.runtime.clock.advance(1_000);
      ids.push((await user.call(openTicket, { ...question, subject: `n${number}` })).id);
    }
    const own = await user.call(listOwnTickets, { limit: 2 });
    expect(own).toMatchObject({ total: 3, totalPages: 2 });
    expect(own.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    for (const item of own.items) expect(Object.keys(item).sort()).toEqual(["createdAt", "id", "lastMessageAt", "status", "subject"]);
    const waiting = await content.supportAgent.call(listTickets, { status: "OPEN", limit: 50 });
    expect(waiting.items.filter(({ userId }) => userId === user.userId).map(({ id }) => id)).toEqual(ids);
    expect((await content.supportAgent.call(listTickets, { status: "CLOSED", limit: 50 })).items.map(({ id }) => id)).not.toContain(ids[0]);
  });

  it("tickets hold a limited number of messages, also when several messages race for the last places", async () => {
    const user = content.newUser();
    const { id: ticketId } = await user.call(openTicket, question);
    const filler = { from: "USER", authorId: user.userId, text: "x", at: new Date(0) };
    const tickets = content.runtime.database("content").connection.collection<{ _id: string; messages: object[] }>("support_tickets");
    const messages = Array.from({ length: MAX_TICKET_MESSAGES - 2 }, () => filler);
    await tickets.updateOne({ _id: ticketId }, { $set: { messages } });
    const writes = Array.from({ length: 5 }, () => outcomeOf(user.call(writeToTicket, { ticketId, message: "more" })));
    expect((await Promise.all(writes)).sort()).toEqual(["ok", "ok", ...Array(3).fill("support.error.ticket_full")]);
    expect((await user.call(getOwnTicket, { ticketId })).messages).toHaveLength(MAX_TICKET_MESSAGES);
  });

  it("tickets can be closed while many messages are sent at the same time", async () => {
    const user = content.newUser();
    const { id: ticketId } = await user.call(openTicket, question);
    const write = () => outcomeOf(user.call(writeToTicket, { ticketId, message: "more" }));
    const burst = () => Array.from({ length: 15 }, write);
    const outcomes = await Promise.all([...burst(), outcomeOf(content.supportAgent.call(closeTicket, { ticketId })), ...burst()]);
    expect(outcomes.filter((outcome) => outcome !== "ok" && outcome !== "support.error.ticket_closed")).toEqual([]);
    const { status, messages } = await content.supportAgent.call(getTicket, { ticketId });
    // Every accepted message is stored. One "ok" is the close; the first message of the ticket makes up for it.
    expect([status, messages.length]).toEqual(["CLOSED", outcomes.filter((outcome) => outcome === "ok").length]);
  });

  it("tickets stay closed when an answer and a close race", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: ticketId } = await content.newUser().call(openTicket, question);
      await Promise.all([
        outcomeOf(content.supportAgent.call(answerTicket, { ticketId, message: "x" })),
        content.supportAgent.call(closeTicket, { ticketId }),
      ]);
      expect((await content.supportAgent.call(getTicket, { ticketId })).status).toBe("CLOSED");
    }
  });
});
