import { expect, it } from "@jest/globals";
import { validation } from "#libs/contract-kit/validate.ts";
import { personName } from "#libs/contracts/shared.ts";
import { identityOf } from "#libs/providers/oauth/identity-of.ts";

it.each([
  ["Anna\u2028Müller\u2029", "Anna Müller"],
  ["علی\u200cرضا", "علی\u200cرضا"],
  ["👩\u200d💻", "👩\u200d💻"],
  [`${"x".repeat(99)}😀`, "x".repeat(99)],
  [`${"x".repeat(97)}👩\u200d💻`, "x".repeat(97)],
  ["\u3164", null],
  [" \u200b\u2800 ", null],
  ["Anna\ud83d", "Anna"],
  ["\ud83d", null],
  ["\u202eannA\u2066", "annA"],
  [`A${"\u0301".repeat(60)}nna`, `A${"\u0301".repeat(8)}nna`],
  [`A\r\nBcc: eve@example.org`, "A Bcc: eve@example.org"],
  [`${"x".repeat(99)} y`, "x".repeat(99)],
  ["👨‍👩‍👧".repeat(200), "👨‍👩‍👧".repeat(12)],
  [`a${"\u200d\u0301".repeat(100)}`, `a\u200d${"\u0301\u200d".repeat(8)}`],
  [42, null],
])("FLD-04 a provider's name %j becomes %j, which a person could have typed", (name, displayName) => {
  const identity = identityOf("https://accounts.example.org", { sub: "a", name }, false);
  expect(identity.displayName).toBe(displayName);
  if (displayName !== null) expect("details" in validation({ name: personName })({ name: displayName })).toBe(false);
});
