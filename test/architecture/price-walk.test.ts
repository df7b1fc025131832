import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";

const WALK = fileURLToPath(new URL("./price-walk/price-walk.ts", import.meta.url));
const MAX_FILES = 45;

it("HSE-06 the price of a paid message passes through 45 files at most, from the HTTP request to the ledger", () => {
  const files = execFileSync(process.execPath, [WALK], { encoding: "utf8" }).trim().split("\n");
  expect(files).toEqual(expect.arrayContaining(["gateway/call-action.ts", "services/messaging/wallet/data/ledger.store.ts"]));
  expect(files.length).toBeLessThanOrEqual(MAX_FILES);
});
