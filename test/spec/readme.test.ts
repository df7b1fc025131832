import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { freePort } from "#deploy/launch/free-port.ts";
import { eventually } from "../support/eventually.ts";

const STORY_MS = 60_000;
const readme = readFileSync("README.md", "utf8");
/** The reader's folder: a local start stores its mails in .data below it. */
const folder = mkdtempSync(join(tmpdir(), "readme-"));
let system: ChildProcess;
let port: string;

beforeAll(async () => {
  port = String(await freePort());
  const { PATH = "" } = process.env;
  const env = { PATH, PORT: port, METRICS_PORT: "0", LOG_LEVEL: "error", DATA_DIR: join(folder, "data") };
  system = spawn(process.execPath, ["deploy/launch/single.ts"], { env, stdio: "ignore" });
  symlinkSync("data", join(folder, ".data"));
  await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200));
});

afterAll(async () => {
  const ended = once(system, "exit");
  system.kill("SIGKILL");
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

const story = /## A first paid message[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
const shells = ["dash", "bash", "zsh"].filter((shell) => spawnSync(shell, ["-c", "true"]).status === 0);

it.each(shells)("OPS-09 HSE-10 the commands of the README send and answer a paid message when they are pasted into %s", (shell) => {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  // Each shell registers users of its own, because all shells use one system.
  const input = story.replace("127.0.0.1:3000", `127.0.0.1:${port}`).replaceAll("cleo", `cleo${shell}`).replaceAll("finn", `finn${shell}`);
  const { stdout, stderr } = spawnSync(shell, ["-eu"], { input, cwd: folder, env: { PATH: path }, encoding: "utf8", timeout: STORY_MS });
  expect(stderr).toBe("");
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { success: boolean; data?: Record<string, unknown> });
  expect(answers.map(({ success }) => success)).toEqual([true, true, true, true]);
  expect(answers.at(-1)?.data).toMatchObject({ currency: "EUR", lifetime: "4.00" });
});

it("HSE-10 the commands have no comments, because zsh takes them for commands when they are pasted", () => {
  expect(story).toContain("curl");
  expect(story).not.toMatch(/(^|\s)#/m);
});
