import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { lookUp } from "#deploy/pins/look-up.ts";
import { withPins } from "#deploy/pins/references.ts";

const folder = mkdtempSync(join(tmpdir(), "supply-chain-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}
const { allowScripts } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly allowScripts: Readonly<Record<string, boolean>> };
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { readonly packages: Readonly<Record<string, LockedPackage>> };
const installed = Object.entries(lock.packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);

describe("the packages", () => {
  it("packages are locked to a SHA-512 each", () => {
    expect(installed.length).toBeGreaterThan(500);
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  });

  it("packages are installed for every workspace when the container image is built", () => {
    const { workspaces } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly workspaces: readonly string[] };
    const image = readFileSync("deploy/Dockerfile", "utf8");
    for (const folder of workspaces) expect(image).toContain(`COPY ${folder}/package.json ./${folder}/`);
  });

  it("packages with a script at their installation are listed, allowed or not", () => {
    const names = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path.split("node_modules/").at(-1));
    expect([...new Set(names)].sort()).toEqual(Object.keys(allowScripts).sort());
  });

  it("packages run no script at their installation but the allowed ones", () => {
    const project = join(folder, "project");
    mkdirSync(join(project, "deploy"), { recursive: true });
    cpSync("deploy/bootstrap.mjs", join(project, "deploy", "bootstrap.mjs"));
    const dependencies: Record<string, string> = {};
    for (const name of ["with-allowed-script", "with-other-script"]) {
      const source = join(folder, name);
      mkdirSync(source);
      const postinstall = `node -e "require('fs').writeFileSync('ran', '')"`;
      writeFileSync(join(source, "package.json"), JSON.stringify({ name, version: "1.0.0", scripts: { postinstall } }));
      expect(spawnSync("npm", ["pack", "--silent", "--pack-destination", project, source], { cwd: folder }).status).toBe(0);
      dependencies[name] = `file:${name}-1.0.0.tgz`;
    }
    const allowed = { "with-allowed-script": true, "with-other-script": false };
    const manifest = { name: "project", version: "1.0.0", dependencies, allowScripts: allowed };
    writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
    const lockIt = spawnSync("npm", ["install", "--package-lock-only", "--ignore-scripts", "--offline", "--no-audit"], { cwd: project });
    expect(lockIt.status).toBe(0);
    const { status, stderr } = spawnSync("node", ["deploy/bootstrap.mjs"], { cwd: project, encoding: "utf8" });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const ran = (name: string) => existsSync(join(project, "node_modules", name, "ran"));
    expect({ allowed: ran("with-allowed-script"), other: ran("with-other-script") }).toEqual({ allowed: true, other: false });
  });
});

const DIGEST = `sha256:${"ab".repeat(32)}`;
const COMMIT = "cd".repeat(20);
const PINS = {
  images: [
    { name: "valkey/valkey", tag: "8.1.3-alpine", digest: null },
    { name: "mongo", tag: "7.0.28", digest: null },
    { name: "mongo", tag: "8.0.20", digest: DIGEST },
  ],
  actions: [{ name: "actions/checkout", tag: "v4.2.2", digest: COMMIT }],
};

describe("images and actions", () => {
  let registry: Server;
  let url: string;
  const asked: string[] = [];

  beforeAll(async () => {
    registry = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://registry");
      asked.push(`${request.method} ${pathname}`);
      if (pathname === "/token") return response.end(JSON.stringify({ token: `for ${searchParams.get("scope")}` }));
      if (pathname === "/repos/actions/checkout/commits/v4.2.2") return response.end(COMMIT);
      const [, repository, tag] = /^\/v2\/(.+)\/manifests\/(.+)$/.exec(pathname) ?? [];
      if (!repository || tag === "9.9.9") return response.writeHead(404).end();
      const scope = `repository:${repository}:pull`;
      if (request.headers.authorization !== `Bearer for ${scope}`) {
        const challenge = `Bearer realm="${url}/token",service="images",scope="${scope}"`;
        return response.writeHead(401, { "www-authenticate": challenge }).end();
      }
      response.writeHead(200, { "docker-content-digest": DIGEST }).end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => registry.once("listening", resolve));
    url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  });
  afterAll(() => void registry.close());

  it("images and actions get the digests that a registry has for their versions", async () => {
    const pins = await lookUp({ ...PINS, actions: PINS.actions.map((pin) => ({ ...pin, digest: null })) }, { registry: url, actions: url });
    expect(pins.images.map(({ digest }) => digest)).toEqual([DIGEST, DIGEST, DIGEST]);
    expect(pins.actions).toEqual(PINS.actions);
    expect(asked).toEqual(
      expect.arrayContaining(["HEAD /v2/library/mongo/manifests/7.0.28", "HEAD /v2/valkey/valkey/manifests/8.1.3-alpine"]),
    );
  });

  it("images and actions whose version the registry does not know are not pinned", async () => {
    const unknown = { images: [{ name: "mongo", tag: "9.9.9", digest: DIGEST }], actions: [] };
    await expect(lookUp(unknown, { registry: url, actions: url })).rejects.toThrow("mongo:9.9.9: the registry answers 404");
  });

  it("images and actions are written with version and digest where they are used, each major version with its own", () => {
    const text = [
      "    image: mongo:7",
      "          - image: mongo:8.0",
      "FROM mongo:8 AS store",
      "  - uses: actions/checkout@v4",
      "# mongo:27017",
    ];
    const pinned = [
      "    image: mongo:7.0.28",
      `          - image: mongo:8.0.20@${DIGEST}`,
      `FROM mongo:8.0.20@${DIGEST} AS store`,
      `  - uses: actions/checkout@${COMMIT} # v4.2.2`,
      "# mongo:27017",
    ].join("\n");
    expect(withPins(text.join("\n"), PINS)).toBe(pinned);
    expect(withPins(pinned, PINS)).toBe(pinned);
  });

  it.each(["    image: redis:7", "    image: mongo:9.0", "  - uses: some/action@v1"])(
    "images and actions that are not declared are refused: %s",
    (text) => {
      expect(() => withPins(text, PINS)).toThrow("is not pinned");
    },
  );
});
