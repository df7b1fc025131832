import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { makeKeys } from "#deploy/keys/make-keys.ts";
import { MAX_BATCHED_CALLS } from "#libs/contract-kit/batched-calls/call-batch.ts";
import { largestAnswer, largestBytes, largestObject, MAX_ANSWER_BYTES, MAX_MESSAGE_BYTES } from "#libs/contract-kit/message-size.ts";
import type { ArrayRule, Rule } from "#libs/contract-kit/rules.ts";
import { MAX_OVERRIDES_BYTES, MAX_REGISTRY_BYTES, SCOPE_KINDS, type ScopeKind } from "#libs/contracts/config/terms.ts";
import { allContracts, allEvents } from "#libs/contracts/index.ts";
import { cutToBytes } from "#libs/kernel/cut-to-bytes.ts";
import { type ConfigKeyEntry, constraintsOf, validationErrorOf } from "#libs/platform/config/key.ts";
import { entryOf, registeredKeys } from "#libs/platform/config/keys/index.ts";
import { declaresScope } from "#libs/platform/config/scope-values.ts";

/** Three bytes in UTF-8, one UTF-16 code unit. */
const LETTER = "अ";
/** Fields of an entry beside its value: key, description, dates and names. */
const ENTRY_BYTES = 3_000;
const OVERRIDE_BYTES = 200;
const SCOPE_VALUES: Readonly<Record<ScopeKind, number>> = { platform: 4, region: 250, tier: 6 };

/** The largest value of a rule, with lists of at most three items. */
function largestValue(rule: Rule): unknown {
  switch (rule.type) {
    case "string":
      return LETTER.repeat(rule.max ?? rule.cutTo ?? 256);
    case "uuid":
      return "0198c0de-0000-7000-8000-000000000000";
    case "timestamp":
      return "2026-11-26T21:34:19.123Z";
    case "number":
      return -1.234567890123456e-300;
    case "boolean":
      return false;
    case "enum":
      return rule.values.toSorted((a, b) => b.length - a.length)[0];
    case "array":
      return Array.from({ length: Math.min(3, rule.max ?? 3) }, () => largestValue(rule.items));
    case "object":
      return Object.fromEntries(Object.entries(rule.props).map(([name, inner]) => [name, largestValue(inner)]));
    case "record":
      return {};
    case "json":
      return null;
  }
}

/** The rule with lists of at most three items, whose size is the sum of their items. */
function shortened(rule: Rule): Rule {
  if (rule.type === "array") {
    const { maxBytes: _, ...array } = rule;
    return { ...array, items: shortened(rule.items), max: Math.min(3, rule.max ?? 3) } satisfies ArrayRule;
  }
  if (rule.type !== "object") return rule;
  return { ...rule, props: Object.fromEntries(Object.entries(rule.props).map(([name, inner]) => [name, shortened(inner)])) };
}

/** The rule that the values of a setting keep. */
function ruleOf(entry: ConfigKeyEntry): Rule {
  const { maxLength, maxItems } = constraintsOf(entry) as { maxLength?: number; maxItems?: number };
  if (entry.type === "number" || entry.type === "boolean") return { type: entry.type };
  if (maxItems === undefined) return { type: "string", max: maxLength ?? Number.POSITIVE_INFINITY };
  return { type: "array", max: maxItems, items: { type: "string", max: 500 } };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe("the sizes of messages", () => {
  it("FLD-27 the largest answer of every action fits into one message of the bus, in three bytes a character", () => {
    const tooLarge = allContracts.filter((contract) => !(largestAnswer(contract) <= MAX_ANSWER_BYTES));
    expect(tooLarge.map(({ name }) => name)).toEqual([]);
  });

  it("FLD-27 the answers of a full batch of calls fit into one message together", () => {
    const batchable = allContracts.filter((contract) => contract.batchable);
    expect(batchable.length).toBeGreaterThan(3);
    for (const contract of batchable) expect(MAX_BATCHED_CALLS * largestAnswer(contract)).toBeLessThan(MAX_ANSWER_BYTES);
  });

  it("FLD-27 every event fits into the outbox, in three bytes a character", () => {
    expect(allEvents.filter(({ payload }) => !(largestObject(payload) <= 256 * 1_024)).map(({ name }) => name)).toEqual([]);
  });

  it("FLD-27 the derived size is never below the JSON of the largest value, and not far above it", () => {
    for (const { name, returns } of allContracts) {
      if (!returns) continue;
      const derived = largestBytes(shortened(returns));
      const real = Buffer.byteLength(JSON.stringify(largestValue(shortened(returns))));
      expect([name, derived >= real]).toEqual([name, true]);
    }
    const conversation = allContracts.find(({ name }) => name === "content.getOwnTicket");
    const text = LETTER.repeat(5_000);
    const messages = Array.from({ length: 200 }, () => ({ from: "SUPPORT", text, at: "2026-11-26T21:34:19.123Z" }));
    const real = Buffer.byteLength(JSON.stringify({ messages }));
    expect(conversation && largestAnswer(conversation)).toBeGreaterThan(real);
    expect(conversation && largestAnswer(conversation)).toBeLessThan(real * 1.05);
  });

  it("FLD-27 a list without a bound counts as infinite, so that a new one cannot be forgotten", () => {
    const returns = { type: "array", items: { type: "boolean" } } as const;
    expect(largestAnswer({ params: {}, returns })).toBe(Number.POSITIVE_INFINITY);
    expect(largestAnswer({ params: {}, returns: { type: "json" } })).toBe(Number.POSITIVE_INFINITY);
    const page = { type: "object", props: { items: { type: "array", items: { type: "boolean" } } } } as const;
    expect(largestAnswer({ params: { limit: { type: "number", max: 50 } }, returns: page })).toBeLessThan(400);
  });

  it("FLD-27 the whole registry and all its overrides keep the sizes that their lists declare", () => {
    const valueBytes = registeredKeys.map((key) => largestBytes(ruleOf(entryOf(key))));
    expect(sum(valueBytes.map((bytes) => bytes + ENTRY_BYTES))).toBeLessThan(MAX_REGISTRY_BYTES / 2);
    const overrides = registeredKeys.map((key, index) => {
      const scopes = SCOPE_KINDS.filter((kind) => declaresScope(entryOf(key), kind));
      return ((valueBytes[index] ?? 0) + OVERRIDE_BYTES) * (1 + sum(scopes.map((kind) => SCOPE_VALUES[kind])));
    });
    expect(sum(overrides)).toBeLessThan(MAX_OVERRIDES_BYTES);
    const list = registeredKeys.map(entryOf).find(({ type }) => type === "stringList") as ConfigKeyEntry;
    expect(validationErrorOf(list, ["a".repeat(501)])).not.toBeNull();
  });

  it("FLD-27 the bus takes messages of that size", async () => {
    const folder = mkdtempSync(join(tmpdir(), "keys-"));
    await makeKeys({ folder, namespace: "test", databasePrefix: "test_" });
    expect(readFileSync(join(folder, "nats.conf"), "utf8")).toContain(`max_payload: ${MAX_MESSAGE_BYTES}\n`);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ["abc", 2, "ab"],
    ["अआइ", 6, "अआ"],
    ["अआइ", 7, "अआ"],
    ["a👩", 4, "a"],
    ["a👩", 5, "a👩"],
    ["", 5, ""],
  ])("FLD-27 %j cut to %d bytes is %j, without half a character", (text, bytes, cut) => {
    expect(cutToBytes(text, bytes)).toBe(cut);
  });
});
