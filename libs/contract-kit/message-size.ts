import type { ActionContract } from "./contract.ts";
import type { Rule, Rules } from "./rules.ts";

/**
 * Largest message of the bus in bytes; nats-server advises against more. Every answer that a contract allows fits into one message, so that
 * nothing that was stored is answered with an error. Its default of one megabyte is too small: see the page on operating.
 */
export const MAX_MESSAGE_BYTES = 8 * 1_024 * 1_024;
/** What a packet holds beside the answer: ids, the sealed caller and the trace. */
const ENVELOPE_BYTES = 64 * 1_024;
/** Largest answer of an action, as JSON. @internal for tests */
export const MAX_ANSWER_BYTES = MAX_MESSAGE_BYTES - ENVELOPE_BYTES;

/** Longest text for which a contract declares no maximum: names, ids, keys and amounts, in characters. */
const MAX_PLAIN_CHARACTERS = 256;
/** Bytes of a character (UTF-16 code unit) in most scripts of Asia. A character of four bytes is two code units. */
const BYTES_OF_CHARACTER = 3;

const BYTES = { uuid: 38, timestamp: 32, number: 24, boolean: 5, null: 4 } as const;
const QUOTES = 2;

/** Size of the largest answer that the contract of an action allows, as JSON; infinite when its lists have no bound. @internal for tests */
export function largestAnswer({ params, returns }: Pick<ActionContract, "params" | "returns">): number {
  if (!returns) return BYTES.null;
  const { limit } = params;
  return largestBytes(returns, limit?.type === "number" ? limit.max : undefined);
}

/**
 * Size of the largest value that fits a rule, as JSON.
 * @param pageSize bound of a list that declares none: the page that is asked for
 * @internal for tests
 */
export function largestBytes(rule: Rule, pageSize = Number.POSITIVE_INFINITY): number {
  switch (rule.type) {
    case "string":
      return QUOTES + BYTES_OF_CHARACTER * (rule.max ?? rule.cutTo ?? MAX_PLAIN_CHARACTERS);
    case "enum":
      return QUOTES + Math.max(...rule.values.map((value) => Buffer.byteLength(value)));
    case "array":
      return rule.maxBytes ?? 2 + (rule.max ?? pageSize) * (1 + largestBytes(rule.items));
    case "object":
      return largestObject(rule.props, pageSize);
    case "record":
    case "json":
      return rule.maxBytes ?? Number.POSITIVE_INFINITY;
    default:
      return BYTES[rule.type];
  }
}

/** Size of the largest object with these fields. @internal for tests */
export function largestObject(rules: Rules, pageSize?: number): number {
  const fields = Object.entries(rules).map(([name, rule]) => Buffer.byteLength(name) + 4 + largestBytes(rule, pageSize));
  return 2 + fields.reduce((sum, bytes) => sum + bytes, 0);
}
