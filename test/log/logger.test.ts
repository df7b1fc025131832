import { spawnSync } from "node:child_process";
import { expect, it } from "@jest/globals";
import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { createLogger } from "#libs/platform/log/logger.ts";

/** The output of a process that logs one error. The logger bypasses every replacement that a test could install. */
function logged(message: string): string {
  const program = `
    import { createLogger } from "#libs/platform/log/logger.ts";
    createLogger("info").error({ err: new Error(${JSON.stringify(message)}) }, "a write was refused");`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  return stdout;
}

it("OPS-12 logs an error of the store without the values that it quotes", () => {
  const line = logged(
    'E11000 duplicate key error collection: account.users index: one_per_address dup key: { email: "ann@example.org\n}" }',
  );
  expect(JSON.parse(line)).toMatchObject({
    msg: "a write was refused",
    err: { name: "Error", message: "E11000 duplicate key error collection: account.users index: one_per_address dup key" },
  });
  expect(line).toMatch(/\\n {4}at /);
  expect(line).not.toContain("ann@example.org");
});

it("TEL-05 puts the correlation id of the running work into each line of any writer, and none where nothing runs", () => {
  const lines: { readonly requestId?: string }[] = [];
  const logger = createLogger("info", {}, { write: (line) => void lines.push(JSON.parse(line) as { requestId?: string }) });
  outsideActions({ requestId: "one-id" }, () => logger.child({ service: "messaging" }).warn("a line without an id of its own"));
  logger.info("outside of all work");
  expect(lines.map(({ requestId }) => requestId)).toEqual(["one-id", undefined]);
});
