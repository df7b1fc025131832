import { spawnSync } from "node:child_process";
import { expect, it } from "@jest/globals";

/** What a process writes that logs one error; the logger writes past everything that a test could put in its place. */
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
