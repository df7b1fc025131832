import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const folder = mkdtempSync(join(tmpdir(), "bootstrap-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(cwd: string, ...args: readonly string[]): void {
  expect(spawnSync("npm", args, { cwd }).status).toBe(0);
}

/**
 * A project whose lockfile pins Node.
 * @param script a script in place of the program
 */
function projectWith(name: string, script: string): string {
  const [project, source] = [join(folder, name), join(folder, `${name}-node`)];
  mkdirSync(join(project, "deploy"), { recursive: true });
  mkdirSync(source);
  writeFileSync(join(source, "node"), script, { mode: 0o755 });
  writeFileSync(join(source, "package.json"), JSON.stringify({ name: "locked-node", version: "1.0.0", bin: { node: "node" } }));
  npm(folder, "pack", "--silent", "--pack-destination", project, source);
  cpSync("deploy/bootstrap.mjs", join(project, "deploy", "bootstrap.mjs"));
  const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly engines: object };
  const manifest = { name: "project", version: "1.0.0", engines, optionalDependencies: { "locked-node": "file:locked-node-1.0.0.tgz" } };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  npm(project, "install", "--package-lock-only", "--ignore-scripts", "--offline", "--no-audit");
  return project;
}

/** Runs the bootstrap of a project. Returns whether the pinned Node then precedes the machine's own. */
function bootstrap(project: string, ...options: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, [...options, "deploy/bootstrap.mjs"], { cwd: project, encoding: "utf8" });
  return { status, stderr, usesLocked: existsSync(join(project, "node_modules", ".bin", "node")) };
}

describe("the Node that runs a clone", () => {
  const old = join(folder, "old-node.cjs");
  let works: string;
  let doesNotRun: string;

  beforeAll(() => {
    writeFileSync(old, 'delete require("node:crypto").randomUUIDv7;\n');
    works = projectWith("works", "#!/bin/sh\necho v26.0.0\n");
    doesNotRun = projectWith("does-not-run", "#!/lib/a-loader-that-is-not-here\n");
  });

  it("HSE-17 the Node of a clone is the machine's own where it is new enough, and the locked one in front of an older one", () => {
    expect(bootstrap(works)).toMatchObject({ status: 0, usesLocked: false });
    expect(bootstrap(works, "--require", old)).toMatchObject({ status: 0, usesLocked: true });
    expect(bootstrap(works)).toMatchObject({ status: 0, stderr: "", usesLocked: false });
  });

  it("HSE-17 the bootstrap asks for Node by its version where no locked one runs", () => {
    expect(bootstrap(doesNotRun)).toMatchObject({ status: 0, usesLocked: false });
    const refused = bootstrap(doesNotRun, "--require", old);
    expect(refused).toMatchObject({ status: 1, usesLocked: false });
    expect(refused.stderr).toContain(`install Node ^24.16 || >=26.1 (here: ${process.version})`);
  });

  it("HSE-17 a linked folder of packages is used as it is, and refused but not emptied when its packages are others", () => {
    const modules = join(works, "node_modules");
    const shared = join(folder, "shared");
    expect(bootstrap(works, "--require", old)).toMatchObject({ status: 0, usesLocked: true });
    renameSync(modules, shared);
    symlinkSync(shared, modules);
    expect(bootstrap(works)).toMatchObject({ status: 0, stderr: "", usesLocked: true });
    const before = readdirSync(shared);
    writeFileSync(join(shared, ".installed-lockfile"), "another lockfile");
    expect(bootstrap(works)).toMatchObject({ status: 1, stderr: expect.stringContaining("remove the link"), usesLocked: true });
    expect(readdirSync(shared)).toEqual(before);
    rmSync(modules);
  });

  it("HSE-17 the bootstrap installs nothing where npm refuses the lockfile, and says so", () => {
    const manifest = readFileSync(join(works, "package.json"), "utf8");
    writeFileSync(join(works, "package.json"), manifest.replace('"locked-node"', '"another-node"'));
    rmSync(join(works, "node_modules"), { recursive: true, force: true });
    const refused = bootstrap(works);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("npm ci failed") });
    expect(existsSync(join(works, "node_modules", ".installed-lockfile"))).toBe(false);
  });
});
