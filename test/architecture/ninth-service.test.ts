import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { copyOfTheTree, ROOT } from "./tree-copy.ts";

const section =
  readFileSync(join(ROOT, "services/README.md"), "utf8")
    .split("\n## ")
    .find((part) => part.startsWith("How to add a ninth service")) ?? "";
/** The code of the steps: a new file, or lines that go into a file before the first line that begins with a text. */
const blocks = [...section.matchAll(/```ts\n\/\/ (\S+?)(?:, before `(.+)`)?\n([\s\S]*?)```/g)].map(([, path = "", before, text = ""]) => ({
  path,
  before,
  text,
}));

function withLines(text: string, before: string, lines: string): string {
  const at = text.indexOf(`\n${before}`);
  if (at < 0) throw new Error(`no line begins with ${before}`);
  return `${text.slice(0, at + 1)}${lines}${text.slice(at + 1)}`;
}

/** Starts the new service beside the others in one process, asks it twice over HTTP, and prints the answers. */
const SCRIPT = `
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { loadBackends, loadProcess } from "#deploy/launch/services.ts";
import { gatewayPort } from "#gateway/gateway.service.ts";
import { createTestRuntime, disposeRuntime } from "./support/runtime.ts";
const runtime = createTestRuntime();
const services = { ...(await loadBackends()), ...(await loadProcess("gateway")) };
const broker = createBroker(runtime, Object.values(services));
await broker.start();
const greet = async () => {
  const url = "http://127.0.0.1:" + gatewayPort(broker) + "/api/v1/greetings";
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: '{"name":"Ada"}' });
  return answer.json();
};
console.log(JSON.stringify([await greet(), await greet()]));
await broker.stop();
await disposeRuntime(runtime, ["greeting"]);
process.exit(0);
`;

describe("the steps of the page of services build a ninth service", () => {
  let tree: string;

  beforeAll(() => {
    tree = copyOfTheTree();
    for (const { path, before, text } of blocks) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), before === undefined ? text : withLines(readFileSync(join(tree, path), "utf8"), before, text));
    }
    writeFileSync(join(tree, "test/greet-twice.ts"), SCRIPT);
    // The check of the tree compiles everything else.
    const own = { extends: "./tsconfig.json", include: ["services/greeting", "libs/contracts/declared.ts"] };
    writeFileSync(join(tree, "tsconfig.ninth.json"), JSON.stringify(own));
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  const run = (program: string, ...args: readonly string[]) => {
    const { NODE_OPTIONS: _forJest, ...env } = process.env;
    return spawnSync(join(ROOT, "node_modules/.bin", program), args, { cwd: tree, encoding: "utf8", env });
  };

  it("in eleven steps, whose blocks are all there", () => {
    expect(section.match(/^\d+\. /gm)).toHaveLength(11);
    expect(blocks).toHaveLength(10);
  });

  it("that compiles and keeps the rules of the tree", () => {
    expect(run("tsc", "-p", "tsconfig.ninth.json").stdout).toBe("");
    expect(run("node", "test/architecture/report.ts").stderr).toBe("");
  });

  it("that answers over HTTP and keeps its data", () => {
    const { stdout, stderr } = run("node", "test/greet-twice.ts");
    expect({ answers: JSON.parse(stdout.trim() || "null"), stderr }).toMatchObject({
      answers: [
        { success: true, data: { text: "Hello Ada!", visits: 1 } },
        { success: true, data: { text: "Hello Ada!", visits: 2 } },
      ],
    });
  });
});
