import { expect, it } from "@jest/globals";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { validation } from "#libs/contract-kit/validate.ts";
import { register, updateMe } from "#libs/contracts/account/index.ts";
import { upgrade } from "#libs/contracts/creator/upgrade.ts";

const CREDENTIALS = { email: "ada@example.org", password: "a long password" };
const takes = ({ params }: Pick<ActionContract, "params">, displayName: string) =>
  !("details" in validation(params)({ ...CREDENTIALS, displayName }));

it.each([
  ["a line break", "Platform\n\nYour account is locked: https://example.org"],
  ["a carriage return", "Ada\r\nBcc: eve@example.org"],
  ["a line separator", "Ada\u2028Your account is locked"],
  ["a NUL", "Ada\u0000"],
  ["turned text", "Ada \u202etxt.exe"],
  ["nothing to see", "\u200b\u200b"],
  ["nothing", " "],
])("REG-07 a name with %s is refused", (_what, displayName) => {
  for (const contract of [register, updateMe, upgrade]) expect(takes(contract, displayName)).toBe(false);
});

it.each(["Ada", "Ægir Ó Súilleabháin-O'Neill", "نور", "李小龙", "Ada 👩‍👩‍👧", "<b>", "50 %"])("REG-07 %s is a name", (displayName) => {
  for (const contract of [register, updateMe, upgrade]) expect(takes(contract, displayName)).toBe(true);
});
