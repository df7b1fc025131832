import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { messagingWorld, type World } from "./messaging-fixture.ts";

let world: World;
beforeAll(async () => {
  world = await messagingWorld();
});
afterAll(() => world.stop());

// The embedded store applies writes one after the other, so a race alone does not tell whether the index is there.
it.each([
  ["MSG-35 one open paid message of a pair", "messages", ["receiverId", "senderId"], { paidOpen: true }],
  ["MSG-64 one message for a key", "messages", ["senderId", "idempotencyKey"], { idempotencyKey: { $exists: true } }],
  ["MSG-42 one session of a pair", "chat_sessions", ["pairKey"], undefined],
  ["BLK-01 one block of a pair", "block_lists", ["ownerId", "blockedId"], undefined],
  ["RPT-01 one open report of a reporter about a message", "message_reports", ["messageId", "reporterId"], { status: "OPEN" }],
  ["MOD-02 one appeal against a statement", "moderation_appeals", ["statementId"], undefined],
  ["PAY-01 one wallet of a kind", "wallets", ["userId", "kind"], undefined],
  ["PAY-02 one movement at a place of an account", "ledger_transactions", ["movement.account", "movement.sequence"], undefined],
  ["PAY-03 REP-17 one booking of a kind about a thing", "ledger_transactions", ["kind", "reference.type", "reference.id"], undefined],
  ["PAY-03 one top-up for a key", "topups", ["userId", "idempotencyKey"], undefined],
  ["PAY-04 one payout for a key", "payouts", ["userId", "idempotencyKey"], undefined],
  ["MSG-02 REP-17 one escrow of a message", "escrows", ["messageId"], undefined],
])("%s: the store itself refuses a second one", async (_title, collection, fields, partialFilterExpression) => {
  const indexes = await world.connection.collection(collection).indexes();
  const unique = indexes.filter((index) => index.unique === true).map(({ key, partialFilterExpression: only }) => ({ key, only }));
  expect(unique).toContainEqual({ key: Object.fromEntries(fields.map((field) => [field, 1])), only: partialFilterExpression });
});
