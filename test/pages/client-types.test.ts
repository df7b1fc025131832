import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { CLIENT_SCHEMAS } from "#libs/client/schema-types.ts";

const ROOT = join(import.meta.dirname, "../..");
const CLIENT = join(ROOT, "libs/client");
/** Measured in processor time, which other programs do not increase. */
const MAX_COMPILE_SECONDS = 3;

/** A program outside the repository that uses the package. */
const CONSUMER = `import { createClient, createStaffClient, dataOf } from "./index.ts";
const api = createClient("https://example.org/api/v1");
export const idOf = async (): Promise<string> => (await dataOf(api.GET("/auth/me"))).id;
export const send = (receiverId: string, content: string) => api.POST("/messages", { body: { receiverId, content, dmType: "FREE" } });
export const listTickets = () => createStaffClient("/api/v1").GET("/admin/support/tickets", { params: { query: { limit: 1 } } });
`;
const TSCONFIG = {
  compilerOptions: { target: "es2024", lib: ["es2024", "dom"], module: "nodenext", strict: true, exactOptionalPropertyTypes: true },
  files: ["consumer.ts"],
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "client-"));
  const { NODE_OPTIONS: _forJest, ...env } = process.env;
  const written = spawnSync(process.execPath, [join(ROOT, "deploy/write-client-types.ts"), join(folder, "types")], {
    env,
    encoding: "utf8",
  });
  expect(written.stderr).toBe("");
  for (const file of ["index.ts", "send.ts", "random-key.ts", "package.json"]) cpSync(join(CLIENT, file), join(folder, file));
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"])
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  const options = { ...TSCONFIG.compilerOptions, noEmit: true, allowImportingTsExtensions: true, types: [], skipLibCheck: true };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...TSCONFIG, compilerOptions: options }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles a consumer. `times` prints the processor time of the shell and of its children. */
function compile(consumer: string): { readonly said: string; readonly seconds: number } {
  writeFileSync(join(folder, "consumer.ts"), consumer);
  const { stdout } = spawnSync("sh", ["-c", `"${join(ROOT, "node_modules/.bin/tsc")}" -p .; echo; times`], {
    cwd: folder,
    encoding: "utf8",
  });
  const lines = stdout.trimEnd().split("\n");
  const [user = 0, system = 0] = [...(lines.at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s));
  return { said: lines.slice(0, -2).join("\n").trim(), seconds: user + system };
}

describe("the package for programs outside of the repository", () => {
  it.each(CLIENT_SCHEMAS)("APP-12 has the types of the interface: $scope (npm run client)", ({ scope, file }) => {
    const types = readFileSync(join(folder, "types", file), "utf8");
    expect(types).toContain(`OpenAPI document of the scope \`${scope}\``);
    expect(types).toContain(scope === "user" ? '"/messages/{messageId}/reply"' : '"/admin/ledger/trial-balance"');
  });

  it("HSE-08 compiles its consumer in three seconds of processor time", () => {
    const { said, seconds } = compile(CONSUMER);
    expect(said).toBe("");
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(MAX_COMPILE_SECONDS);
  });

  it.each([
    ["a path that the interface lacks", CONSUMER.replace("/auth/me", "/auth/you")],
    ["a body without a required field", CONSUMER.replace("receiverId, content,", "content,")],
  ])("HSE-08 refuses %s", (_mistake, consumer) => {
    expect(compile(consumer).said).toMatch(/^consumer\.ts\(\d+,\d+\): error TS/);
  });
});
