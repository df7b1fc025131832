import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { ROOT } from "./tree-copy.ts";

const SERVICES = join(ROOT, "services");

const sources = readdirSync(SERVICES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ file: file.replaceAll("\\", "/"), text: readFileSync(join(SERVICES, file), "utf8") }));

/** Code that treats one member differently from several. */
const TWINS = /\[only, \.\.\.others\]|GroupBroken|isAnswerable|holdable|counts\.size === 1/;

/** Each condition on money or messages, and the one file that may contain it. */
const CONDITIONS: readonly (readonly [condition: string, pattern: RegExp, file: string])[] = [
  ["a wallet can pay", /wallet\.frozen \)?\|?|\.frozen\)|balance(: \{ \$gte| <(?! 0n))/, "messaging/wallet/domain/wallet.ts"],
  ["a wallet holds a price", /\bheld(: \{ \$gte| <)/, "messaging/wallet/domain/wallet.ts"],
  ["an escrow is open", /escrow\.status\)|status: "HELD"[^,]*\$set/, "messaging/wallet/domain/escrow.ts"],
  ["a message may be answered or end", /expiresAt(: \{ \$gt| <=)|from\.includes\(status\)/, "messaging/messages/domain/message.ts"],
];

describe("the rules of money and messages", () => {
  it("HSE-01 rules of money and messages handle one member; no file of a service treats several differently", () => {
    expect(sources.filter(({ text }) => TWINS.test(text)).map(({ file }) => file)).toEqual([]);
    expect(TWINS.test("const [only, ...others] = amounts;")).toBe(true);
  });

  it.each(CONDITIONS)("HSE-01 one file says when %s", (_condition, pattern, file) => {
    const spelled = sources.filter((source) => source.file.startsWith("messaging/") && pattern.test(source.text));
    expect(spelled.map((source) => source.file)).toEqual([file]);
  });
});
