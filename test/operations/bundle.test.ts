import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { sourceHash } from "#deploy/bundle/source-hash.mjs";
import { freePort } from "#deploy/launch/free-port.ts";
import { copyOfTheTree } from "../architecture/tree-copy.ts";
import { eventually } from "../support/eventually.ts";

const MAX_BYTES = 60_000_000;

const folder = mkdtempSync(join(tmpdir(), "bundle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

describe("the hash that names a bundle", () => {
  const root = join(folder, "tree");
  const files = ["deploy/main.ts", "gateway/page.tsx", "libs/a/texts.json", "services/b/deep/c.ts", "package.json", "package-lock.json"];
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  };

  it("SPD-13 another content of a source or of the lockfile is another bundle, even at the same size and time", () => {
    for (const file of files) write(file, "one");
    const before = sourceHash(root);
    expect(sourceHash(root)).toBe(before);
    for (const file of files) {
      const { atime, mtime } = statSync(join(root, file));
      write(file, "two");
      utimesSync(join(root, file), atime, mtime);
      expect([file, sourceHash(root)]).not.toEqual([file, before]);
      write(file, "one");
    }
    expect(sourceHash(root)).toBe(before);
  });

  it("SPD-13 a source that is moved, added or removed is another bundle, and a test is none", () => {
    const before = sourceHash(root);
    write("services/b/test/c.test.ts", "one");
    expect(sourceHash(root)).toBe(before);
    write("services/b/d.ts", "");
    const added = sourceHash(root);
    rmSync(join(root, "services/b/d.ts"));
    write("services/b/e.ts", "");
    expect(new Set([before, added, sourceHash(root)]).size).toBe(3);
  });
});

describe("a start from a bundle", () => {
  it("SPD-13 says so and runs the sources where they cannot be bundled", () => {
    const tree = copyOfTheTree();
    try {
      appendFileSync(join(tree, "gateway/site/pages.tsx"), "\n<");
      const { status, stderr } = spawnSync(process.execPath, ["deploy/bundle/run.mjs", "nothing"], { cwd: tree, encoding: "utf8" });
      expect(stderr).toContain("gateway/site/pages.tsx");
      expect(stderr).toContain("the sources could not be bundled and run as they are");
      expect(stderr).toContain("usage: main.js");
      expect(status).toBe(2);
    } finally {
      rmSync(tree, { recursive: true, force: true });
    }
  });
});

describe("npm run image:root", () => {
  const image = join(folder, "image");

  it("OPS-19 writes a folder below 60 MB without tests, source maps and tools, and nothing into one that has files", () => {
    const run = () => spawnSync(process.execPath, ["deploy/bundle/image-root.ts", image], { encoding: "utf8" });
    expect(run()).toMatchObject({ status: 0, stderr: "" });
    const files = globSync("**/*", { cwd: image, withFileTypes: true }).filter((each) => each.isFile());
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(files.map(({ name }) => name).filter((name) => /\.(map|tsx?)$|\.test\./.test(name))).toEqual([]);
    // The only native code is that of the decoders.
    const native = files.map(({ name }) => name).filter((name) => name.endsWith(".node"));
    expect(native).toEqual([expect.stringMatching(/^sharp-/)]);
    expect(readdirSync(join(image, "node_modules"))).toEqual(["@img", "detect-libc", "semver", "sharp"]);
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining("usage: npm run image:root") });
  });

  it("OPS-19 starts from that folder with nothing else: interface, pages with their assets, documentation", async () => {
    const port = await freePort();
    const [cwd, dataDir] = [join(folder, "elsewhere"), join(folder, "data")];
    mkdirSync(cwd);
    const env = { PATH: "/usr/bin:/bin", HOME: cwd, DATA_DIR: dataDir, PORT: String(port), METRICS_PORT: "0", LOG_LEVEL: "error" };
    const system = spawn(process.execPath, [join(image, "main.js"), "single"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [system.stdout, system.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: "text/html" } });
      return { status: response.status, text: await response.text() };
    };
    try {
      await eventually(() => expect(output).toContain('"msg":"ready"'));
      expect((await get("/health/ready")).status).toBe(200);
      const { status, text } = await get("/");
      expect(status).toBe(200);
      const assets = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
      expect(assets.length).toBeGreaterThan(1);
      for (const path of [...assets, "/docs", "/t.js"]) expect([path, (await get(path)).status]).toEqual([path, 200]);
    } finally {
      const ended = once(system, "exit");
      system.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    }
    expect(existsSync(dataDir)).toBe(true);
    expect(readFileSync(join(image, "main.js"), "utf8")).not.toContain(process.cwd());
  });
});
