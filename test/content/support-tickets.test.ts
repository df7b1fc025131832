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
  writeToTicket,
} from "#libs/contracts/content.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { MAX_TICKET_MESSAGES } from "#services/content/domain/ticket-moves.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { type ContentFixture, startContent } from "./fixture.ts";

let content: ContentFixture;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.stop());

const question = { subject: "My money", message: "Where is it?" };

describe("support tickets", () => {
  it("a user asks, the support answers, the user writes again, the support closes", async () => {
    const user = content.newUser();
    const support = content.supporter;
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

  it("another user's ticket is an unknown one", async () => {
    const stranger = content.newUser();
    const { id: ticketId } = await content.newUser().call(openTicket, question);
    for (const id of [ticketId, uuid()]) {
      expect(await outcomeOf(stranger.call(getOwnTicket, { ticketId: id }))).toBe("support.error.ticket_not_found");
      expect(await outcomeOf(stranger.call(writeToTicket, { ticketId: id, message: "x" }))).toBe("support.error.ticket_not_found");
    }
    expect((await stranger.call(listOwnTickets, {})).total).toBe(0);
    expect(await outcomeOf(content.supporter.call(getTicket, { ticketId: uuid() }))).toBe("support.error.ticket_not_found");
    expect(await outcomeOf(call(content.broker, listOwnTickets, {}))).toBe("error.unauthorized");
  });

  it("users see their latest ticket first, the support the one that waits longest", async () => {
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
    const waiting = await content.supporter.call(listTickets, { status: "OPEN", limit: 50 });
    expect(waiting.items.filter(({ userId }) => userId === user.userId).map(({ id }) => id)).toEqual(ids);
    expect((await content.supporter.call(listTickets, { status: "CLOSED", limit: 50 })).items.map(({ id }) => id)).not.toContain(ids[0]);
  });

  it("a conversation has an end, also when many write at once", async () => {
    const user = content.newUser();
    const { id: ticketId } = await user.call(openTicket, question);
    const filler = { from: "USER", authorId: user.userId, text: "x", at: new Date(0) };
    const tickets = content.runtime.database("content").collection<{ _id: string; messages: object[] }>("support_tickets");
    const messages = Array.from({ length: MAX_TICKET_MESSAGES - 2 }, () => filler);
    await tickets.updateOne({ _id: ticketId }, { $set: { messages } });
    const writes = Array.from({ length: 5 }, () => outcomeOf(user.call(writeToTicket, { ticketId, message: "more" })));
    expect((await Promise.all(writes)).sort()).toEqual(["ok", "ok", ...Array(3).fill("support.error.ticket_full")]);
    expect((await user.call(getOwnTicket, { ticketId })).messages).toHaveLength(MAX_TICKET_MESSAGES);
  });

  it("many messages at once leave the support a way to close the ticket", async () => {
    const user = content.newUser();
    const { id: ticketId } = await user.call(openTicket, question);
    const write = () => outcomeOf(user.call(writeToTicket, { ticketId, message: "more" }));
    const some = () => Array.from({ length: 15 }, write);
    const outcomes = await Promise.all([...some(), outcomeOf(content.supporter.call(closeTicket, { ticketId })), ...some()]);
    expect(outcomes.filter((outcome) => outcome !== "ok" && outcome !== "support.error.ticket_closed")).toEqual([]);
    const { status, messages } = await content.supporter.call(getTicket, { ticketId });
    // All that was accepted is there; the closing is one of them.
    expect([status, messages.length]).toEqual(["CLOSED", outcomes.filter((outcome) => outcome === "ok").length]);
  });

  it("an answer and a closing at once leave a closed ticket", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: ticketId } = await content.newUser().call(openTicket, question);
      await Promise.all([
        outcomeOf(content.supporter.call(answerTicket, { ticketId, message: "x" })),
        content.supporter.call(closeTicket, { ticketId }),
      ]);
      expect((await content.supporter.call(getTicket, { ticketId })).status).toBe("CLOSED");
    }
  });
});
