import { describe, expect, it } from "@jest/globals";
import type { Rule } from "#libs/contract-kit/rules.ts";
import { validation } from "#libs/contract-kit/validate.ts";
import { allEvents } from "#libs/contracts/index.ts";
import { messageSent } from "#libs/contracts/messaging/index.ts";
import { factRules } from "#libs/contracts/public-facts.ts";
import { WEBHOOK_KINDS, webhookKinds } from "#libs/contracts/webhook/kinds.ts";
import { bodyOf, subjectsOf } from "#services/webhook/domain/payload.ts";

const AMOUNTS_AND_CODES = /^(price|amount|net|fee|currency|category|messageStatus)$/;

/** Whether a field with this name and rule can contain only an id, a state, a time, an amount or a code. */
function isAllowed(name: string, { type }: Rule): boolean {
  if (["uuid", "enum", "timestamp", "boolean", "number"].includes(type)) return true;
  return type === "string" && (name.endsWith("Id") || AMOUNTS_AND_CODES.test(name));
}

const kindNamed = (name: string) => webhookKinds.find(({ kind }) => kind === name) ?? Promise.reject(new Error(name));

describe("spec 6.2: the kinds of webhooks", () => {
  it("WHK-26 webhook kinds have only fields that are ids, states, times, amounts or codes", () => {
    const texts = webhookKinds.flatMap(({ kind, fields }) =>
      Object.entries(fields).flatMap(([name, rule]) => (isAllowed(name, rule) ? [] : [`${kind} ${name}`])),
    );
    expect(texts).toEqual([]);
    expect(webhookKinds.every(({ fields }) => Object.keys(fields).length > 0)).toBe(true);
  });

  it("WHK-26 webhooks send only the listed fields of an event", async () => {
    const kind = await kindNamed("message.sent");
    const payload = { messageId: "m", senderName: "Finn", content: "a secret", email: "a@example.org", ip: "127.0.0.1", receiverId: "r" };
    const body = bodyOf(kind, { id: "e", at: "2026-01-01T00:00:00.000Z", requestId: null, payload });
    expect(JSON.parse(body).data).toEqual({ messageId: "m", receiverId: "r" });
    expect(body).not.toMatch(/Finn|secret|example|127/);
    expect(Object.keys(messageSent.payload)).toContain("senderName");
  });

  it("WHK-26 webhook kinds have payloads that match the schema of the catalogue", async () => {
    const kind = await kindNamed("wallet.frozen_changed");
    const id = "01a1fd2e-ddf9-7fcb-8b19-91519fead9eb";
    const body = bodyOf(kind, {
      id,
      at: "2026-01-01T00:00:00.000Z",
      requestId: null,
      payload: { userId: id, frozen: true, reason: "free text" },
    });
    expect(validation(factRules(kind.kind, kind.fields))(JSON.parse(body))).toEqual({ value: JSON.parse(body) });
    expect(JSON.parse(body).data).toEqual({ userId: id, frozen: true });
  });

  it("WHK-23 webhook kinds have unique names and existing events", () => {
    expect(new Set(WEBHOOK_KINDS).size).toBe(WEBHOOK_KINDS.length);
    const contracts = webhookKinds.flatMap(({ contract }) => (contract ? [contract] : []));
    expect(new Set(contracts).size).toBe(contracts.length);
    for (const contract of contracts) expect(allEvents).toContain(contract);
    expect(WEBHOOK_KINDS).toEqual(expect.arrayContaining(["webhook.ping", "endpoint.disabled"]));
    expect(WEBHOOK_KINDS).not.toContain("config.changed");
  });

  it("GDP-08 webhook kinds have the users they name as subjects, except user.deleted", async () => {
    const event = {
      id: "e",
      at: "2026-01-01T00:00:00.000Z",
      requestId: null,
      payload: { userId: "u", senderId: "s", receiverId: "r", creatorId: "c" },
    };
    expect(subjectsOf(await kindNamed("message.sent"), event)).toEqual(["s", "r"]);
    expect(subjectsOf(await kindNamed("creator.vacation"), event)).toEqual(["u", "c"]);
    expect(subjectsOf(await kindNamed("user.deleted"), event)).toEqual([]);
  });
});
