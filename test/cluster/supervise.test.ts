import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { type Supervised, supervise } from "#deploy/launch/supervise.ts";
import { eventually } from "../support/eventually.ts";
import { alive } from "./running-cluster.ts";

const folder = mkdtempSync(join(tmpdir(), "supervise-"));
const running: Supervised[] = [];
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  rmSync(folder, { recursive: true });
});

/** A process that runs this code, and how often it was started. */
function supervised(name: string, code: string) {
  const [program, starts] = [join(folder, `${name}.mjs`), join(folder, `${name}.starts`)];
  writeFileSync(program, `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(starts)}, "x"); ${code}`);
  const start = () => fork(program, { stdio: ["ignore", "ignore", "ignore", "ipc"], execArgv: [] });
  const one = supervise({
    name,
    port: null,
    metricsPort: 0,
    logger: pino({ level: "silent" }),
    start,
    onChange: () => undefined,
    pauses: [1, 2, 3],
  });
  running.push(one);
  return { one, starts: () => readFileSync(starts, "utf8").length };
}

describe("a supervised process", () => {
  it("a supervised process is not restarted any more when it never gets ready", async () => {
    const { one, starts } = supervised("broken", "process.exit(3);");
    await expect(one.ready()).rejects.toThrow("broken cannot be started");
    expect(starts()).toBe(4);
  });

  it("a supervised process is restarted for ever when it was ready once", async () => {
    const { one, starts } = supervised("frail", 'process.send("ready"); setTimeout(() => process.exit(3), 20);');
    await one.ready();
    await eventually(() => expect(starts()).toBeGreaterThan(5));
  });

  it("LOD-08 a process that hangs is killed when its supervisor is stopped", async () => {
    const [hung, supervisor] = [join(folder, "hung.mjs"), join(folder, "supervisor.mjs")];
    writeFileSync(hung, 'process.on("SIGTERM", () => undefined); process.send("ready", () => { for (;;); });');
    const [supervising, stopping] = ["supervise", "run-until-stopped"].map((name) => resolve("deploy/launch", `${name}.ts`));
    writeFileSync(
      supervisor,
      `import { fork } from "node:child_process";
      import { supervise } from ${JSON.stringify(supervising)};
      import { runUntilStopped } from ${JSON.stringify(stopping)};
      const one = supervise({ name: "hung", port: null, logger: console, onChange() {}, start: () => fork(${JSON.stringify(hung)}, { detached: true }) });
      runUntilStopped(console, () => one.stop(), { abort: () => one.abort(), stopMs: 100 });
      await one.ready();
      process.send(one.pid());`,
    );
    const child = fork(supervisor, { stdio: ["ignore", "ignore", "ignore", "ipc"], execArgv: [] });
    const [pid] = (await once(child, "message")) as [number];
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([1, null]);
    try {
      await eventually(() => expect(alive([pid])).toEqual([]), 3_000);
    } finally {
      if (alive([pid]).length > 0) process.kill(pid, "SIGKILL");
    }
  });

  it("FST-14 SIGTERM to npm alone ends the process that npm has started through a shell", async () => {
    const [program, pidFile] = [join(folder, "program.mjs"), join(folder, "pid")];
    const stopping = JSON.stringify(resolve("deploy/launch/run-until-stopped.ts"));
    writeFileSync(
      program,
      `import { writeFileSync } from "node:fs";
      import { runUntilStopped } from ${stopping};
      runUntilStopped(console, async () => undefined);
      setInterval(() => undefined, 1_000);
      writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`,
    );
    writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: `"${process.execPath}" program.mjs` } }));
    const npm = spawn("npm", ["start"], { cwd: folder, stdio: "ignore" });
    const pid = await eventually(() => {
      const text = readFileSync(pidFile, "utf8");
      // The file exists a moment before its content.
      expect(text).not.toBe("");
      return Number(text);
    });
    npm.kill("SIGTERM");
    try {
      await eventually(() => expect(alive([pid])).toEqual([]));
    } finally {
      if (alive([pid]).length > 0) process.kill(pid, "SIGKILL");
    }
  });
});
