import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type MessagingFixture, messagingFixture } from "./messaging-fixture.ts";

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await messagingFixture();
});
afterAll(() => fixture.stop());

// The embedded store applies writes one after the other, so a race would pass without the index.
it.each([
  ["MSG-35 one open paid message per pair", "messages", ["receiverId", "senderId"], { paidOpen: true }],
  ["MSG-64 one message per sender and idempotency key", "messages", ["senderId", "idempotencyKey"], { idempotencyKey: { $exists: true } }],
  ["QTE-04 one message per quote", "messages", ["quoteId"], { quoteId: { $exists: true } }],
  ["MSG-42 one session per pair", "chat_sessions", ["pairKey"], undefined],
  ["BLK-01 one block per pair", "block_lists", ["ownerId", "blockedId"], undefined],
  ["RPT-01 one open report per message and reporter", "message_reports", ["messageId", "reporterId"], { status: "OPEN" }],
  ["MOD-02 one appeal per statement", "moderation_appeals", ["statementId"], undefined],
  ["PAY-01 one wallet per user and kind", "wallets", ["userId", "kind"], undefined],
  ["PAY-02 one movement per account and sequence number", "ledger_transactions", ["movement.account", "movement.sequence"], undefined],
  [
    "PAY-03 REP-17 one ledger transaction per kind and reference",
    "ledger_transactions",
    ["kind", "reference.type", "reference.id"],
    undefined,
  ],
  ["PAY-03 one top-up per user and idempotency key", "topups", ["userId", "idempotencyKey"], undefined],
  ["PAY-04 one payout per user and idempotency key", "payouts", ["userId", "idempotencyKey"], undefined],
  ["MSG-02 REP-17 one escrow per message", "escrows", ["messageId"], undefined],
])("%s is enforced by a unique index", async (_title, collection, fields, partialFilterExpression) => {
  const indexes = await fixture.connection.collection(collection).indexes();
  const unique = indexes.filter((index) => index.unique === true).map(({ key, partialFilterExpression: only }) => ({ key, only }));
  expect(unique).toContainEqual({ key: Object.fromEntries(fields.map((field) => [field, 1])), only: partialFilterExpression });
});
