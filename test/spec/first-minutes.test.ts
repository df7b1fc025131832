import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { freePort } from "#deploy/launch/free-port.ts";
import { fillSignIn } from "../browser/fixture.ts";
import { startTestGateway, type TestGateway } from "../gateway/fixture.ts";
import { theBrowser } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";

const SINGLE = resolve("deploy/launch/single.ts");

const folder = mkdtempSync(join(tmpdir(), "first-minutes-"));
// A folder whose name a shell would split.
const dataDir = join(folder, "it is data");
/** The places outside the data folder where a program may write: the current folder, the home folder, and that of temporary files. */
const elsewhere = { cwd: join(folder, "cwd"), HOME: join(folder, "home"), TMPDIR: join(folder, "tmp") };
for (const path of Object.values(elsewhere)) mkdirSync(path);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

interface Launched {
  readonly child: ChildProcess;
  output(): string;
}

/** Starts the system on a machine that has only Node, with a terminal or a pipe as output. */
function launch(variables: Readonly<Record<string, string>>, onTerminal = false): Launched {
  const command = `exec ${process.execPath} ${SINGLE}`;
  const [program, args] = onTerminal ? ["script", ["-qec", command, "/dev/null"]] : [process.execPath, [SINGLE]];
  const { cwd, ...folders } = elsewhere;
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: dataDir, TERM: "xterm", ...folders, ...variables };
  const child = spawn(program, args, { cwd, env, stdio: [onTerminal ? "pipe" : "ignore", "pipe", "pipe"], detached: true });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += String(chunk)));
  return { child, output: () => text };
}

async function stop({ child }: Launched): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const exited = once(child, "exit");
  // Sends the signal to the whole process group, like Ctrl-C.
  process.kill(-(child.pid as number), "SIGINT");
  return (await exited)[0] as number | null;
}

const getHtml = async (url: string) => {
  const response = await fetch(url, { headers: { accept: "text/html" } });
  return { url, status: response.status, type: response.headers.get("content-type")?.split(";")[0] };
};

describe("a start in a pipe", () => {
  let system: Launched;
  let port: string;
  beforeAll(async () => {
    port = String(await freePort());
    system = launch({ PORT: port });
    await eventually(() => expect(system.output()).toContain('"msg":"ready"'));
  });
  afterAll(() => stop(system));

  interface Ready {
    readonly msg?: string;
    readonly urls: Readonly<Record<"product" | "docs" | "console" | "mailbox" | "interface" | "metrics", string>>;
    readonly admin: { readonly email: string; readonly passwordFile: string };
  }
  const lines = () => system.output().trim().split("\n");
  const ready = () =>
    lines()
      .map((line) => JSON.parse(line) as Ready)
      .filter(({ msg }) => msg === "ready");

  it("FST-02 writes JSON lines only, one of which says what to open", () => {
    expect(ready()).toHaveLength(1);
    const [{ urls, admin }] = ready() as [Ready];
    expect(urls.product).toBe(`http://localhost:${port}/`);
    expect(admin).toEqual({ email: "admin@localhost.localdomain", passwordFile: join(dataDir, "development-secrets.json") });
  });

  it("PGE-02 names its port in addresses that open", async () => {
    const [{ urls }] = ready() as [Ready];
    for (const url of [urls.product, urls.docs, urls.console, urls.mailbox])
      expect(await getHtml(url)).toEqual({ url, status: 200, type: "text/html" });
    expect((await fetch(urls.interface)).status).toBe(200);
    expect((await fetch(urls.metrics)).status).toBe(200);
  });

  it("A11-09 pages answer after the start, and nothing is written outside the data folder", async () => {
    const [{ urls }] = ready() as [Ready];
    for (const path of ["", "discover", "help", "legal/terms", "login", "register", "wallet", "design"])
      expect(await getHtml(`${urls.product}${path}`)).toMatchObject({ status: 200 });
    expect(Object.values(elsewhere).flatMap((path) => readdirSync(path))).toEqual([]);
  });

  it("FST-12 answers on both loopback addresses, and lets pages of this machine act with credentials", async () => {
    for (const host of ["127.0.0.1", "[::1]", "localhost"]) expect((await fetch(`http://${host}:${port}/health/live`)).status).toBe(200);
    const allowed = async (origin: string) =>
      (await fetch(`http://localhost:${port}/api/v1`, { headers: { origin } })).headers.get("access-control-allow-origin");
    for (const origin of ["http://localhost:5173", "http://127.0.0.1:80", "http://[::1]:4000"]) expect(await allowed(origin)).toBe(origin);
    for (const origin of ["http://localhost.evil.com", "http://192.168.1.2:5173", "null"]) expect(await allowed(origin)).toBeNull();
  });

  it("FST-16 says at the address of the interface where everything is", async () => {
    const { data } = (await (await fetch(`http://localhost:${port}/api/v1`)).json()) as { data: Record<string, unknown> };
    expect(data).toMatchObject({ version: "1.0", docs: "/docs", asyncapi: "/api/v1/asyncapi.json" });
    expect(Math.abs(Date.parse(String(data.serverTime)) - Date.now())).toBeLessThan(60_000);
    const { public: forAll, user } = data.openapi as Record<"public" | "user", string>;
    for (const path of [forAll, user]) expect((await fetch(`http://localhost:${port}${path}`)).status).toBe(200);
  });

  it("FST-16 shows the link of a registration in the mailbox, to a reader on this machine only", async () => {
    const mailbox = `http://localhost:${port}/mailbox`;
    const body = JSON.stringify({ email: "newcomer@example.org", password: "a password of a newcomer" });
    await fetch(`http://localhost:${port}/api/v1/auth/register`, { method: "POST", headers: { "content-type": "application/json" }, body });
    await eventually(async () =>
      expect(await (await fetch(mailbox)).text()).toMatch(new RegExp(`href="http://localhost:${port}/verify-email#token=[\\w-]+"`)),
    );
    const at = /To newcomer@example\.org · <time datetime="([^"]+)">[^<]+ UTC<\/time> \(now\)/.exec(
      await (await fetch(mailbox)).text(),
    )?.[1];
    expect(Math.abs(Date.parse(at ?? "") - Date.now())).toBeLessThan(60_000);
    const elsewhere = { "x-forwarded-for": "203.0.113.9" };
    expect((await fetch(mailbox, { headers: elsewhere })).status).toBe(404);
    const pageFor = async (headers: Record<string, string>) =>
      (await fetch(`http://localhost:${port}/register`, { headers: { accept: "text/html", ...headers } })).text();
    expect(await pageFor({})).toContain('href="/mailbox"');
    expect(await pageFor(elsewhere)).not.toContain("/mailbox");
    const registered = async (email: string, headers: Record<string, string>) => {
      const body = new URLSearchParams({ email, password: "a password of a newcomer", displayName: "", terms: "on" });
      const page = await fetch(`http://localhost:${port}/register`, { method: "POST", headers: { accept: "text/html", ...headers }, body });
      return /<main.*<\/main>/s.exec(await page.text())?.[0];
    };
    expect(await registered("second@example.org", {})).toContain('href="/mailbox"');
    expect(await registered("third@example.org", elsewhere)).not.toContain("/mailbox");
  });

  it("EAS-16 the page without creators says the command that finds this system and gives it people", async () => {
    const home = await (await fetch(`http://localhost:${port}/`)).text();
    const command = /<code dir="ltr">(.*?)<\/code>/.exec(home)?.[1] ?? "";
    expect(command).toBe(`DATA_DIR='${dataDir}' npm run seed`);
    const { BASE_URL: _elsewhere, PORT: _another, DATA_DIR: _default, ...env } = process.env;
    const seeding = spawn("sh", ["-c", command], { env, stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    seeding.stdout.on("data", (chunk) => (said += String(chunk)));
    expect([await once(seeding, "exit"), said]).toEqual([[0, null], expect.stringContaining("Cleo is a creator")]);
    expect((await fetch(`http://localhost:${port}/cleo`)).status).toBe(200);
  });

  it.each([
    ["PORT", () => ({ DATA_DIR: join(folder, "other") }), /^PORT \d+ is in use; choose another: PORT=\d+ npm start\n$/],
    ["DATA_DIR", () => ({ PORT: "0" }), new RegExp(`^DATA_DIR: ${dataDir} is in use by another system; .*DATA_DIR=\\S+ npm start\n$`)],
  ] as const)("FST-03 a %s that is taken is named in one sentence; the first system keeps answering", async (_name, own, sentence) => {
    const second = launch({ PORT: port, METRICS_PORT: "0", ...own() });
    const [code] = (await once(second.child, "exit")) as [number];
    expect([code, second.output()]).toEqual([2, expect.stringMatching(sentence)]);
    expect((await fetch(`http://localhost:${port}/health/live`)).status).toBe(200);
  });
});

describe("Ctrl-C while requests are under way", () => {
  const stopped = join(folder, "stopped");
  let port: string;
  let base: string;
  const start = async () => {
    const system = launch({ PORT: port, DATA_DIR: stopped, LOG_LEVEL: "warn", CONFIG_RATELIMIT_REGISTER_LIMIT: "100000" });
    await eventually(() => expect(system.output()).toContain('"msg":"ready"'));
    return system;
  };
  const post = (path: string, body: object) =>
    fetch(`${base}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  beforeAll(async () => {
    port = String(await freePort());
    base = `http://localhost:${port}/api/v1`;
  });

  /** Registers users one by one until the system stops answering. Returns the acknowledged ones. */
  async function registerUntilItEnds(): Promise<string[]> {
    const acknowledged: string[] = [];
    for (;;) {
      const email = `p${acknowledged.length}-${Math.random().toString(36).slice(2)}@example.org`;
      const reply = await post("/auth/register", { email, password: "a password for later" }).catch(() => null);
      if (!reply) return acknowledged;
      if (reply.status === 201) acknowledged.push(email);
    }
  }

  it("FST-14 ends with 0, so before the process ends itself with another code, leaves no stack trace, and what was acknowledged is there afterwards", async () => {
    const system = await start();
    const registrations = registerUntilItEnds();
    await eventually(async () =>
      expect((await (await fetch(`http://localhost:${port}/mailbox`)).text()).match(/<article/g)).not.toBeNull(),
    );
    const exited = once(system.child, "exit");
    process.kill(-(system.child.pid as number), "SIGINT");
    expect((await exited)[0]).toBe(0);
    expect(system.output()).not.toMatch(/ at .*\(/);
    const acknowledged = await registrations;
    expect(acknowledged.length).toBeGreaterThan(0);
    const again = await start();
    try {
      const logins = await Promise.all(
        acknowledged.slice(-5).map((email) => post("/auth/login", { email, password: "a password for later" })),
      );
      // The user is not confirmed yet, but exists: a wrong password would be 401.
      expect(logins.map(({ status }) => status)).toEqual(logins.map(() => 200));
      expect(again.output()).not.toContain('"level":"warn"');
    } finally {
      await stop(again);
    }
  });
});

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in on the page of the line `Console`, as the person that the line names. */
async function signInAsStaff(output: string, { email, password }: Credentials): Promise<void> {
  const [, address = "", named = ""] = /^ *Console +(http\S+) +(\S+), password in .*development-secrets\.json/m.exec(output) ?? [];
  expect(named).toBe(email);
  const page = await (await theBrowser()).newPage({ locale: "en-GB" });
  try {
    await page.goto(address);
    await fillSignIn(page, { email, password });
    await page.getByRole("heading", { name: "Today" }).waitFor();
  } finally {
    await page.context().close();
  }
}

describe("a start on a terminal", () => {
  it("FST-01 prints a block of addresses that open and no JSON; Ctrl-C ends it with 0 and without a stack trace", async () => {
    const port = String(await freePort());
    const system = launch({ PORT: port, DATA_DIR: join(folder, "terminal") }, true);
    try {
      await eventually(() => expect(system.output()).toContain("Stop"));
      expect(system.output()).toContain("Creator platform is running: one process");
      const urls = system.output().match(/http:\/\/localhost:\d+\/\S*/g) ?? [];
      expect(urls).toHaveLength(4);
      for (const url of urls) expect(await getHtml(url)).toEqual({ url, status: 200, type: "text/html" });
      expect(system.output()).not.toContain('{"level"');
      // Only pages were opened so far, so such events would come from the start itself.
      expect(system.output().split("Ctrl-C")[1]).not.toMatch(/event (recorded|applied)/);
      const secrets = JSON.parse(readFileSync(join(folder, "terminal/development-secrets.json"), "utf8")) as { admin: Credentials };
      await signInAsStaff(system.output(), secrets.admin);
      const exited = once(system.child, "exit");
      system.child.stdin?.write("\u0003");
      expect((await exited)[0]).toBe(0);
      expect(system.output()).not.toMatch(/^\s+at /m);
    } finally {
      if (system.child.exitCode === null) process.kill(-(system.child.pid as number), "SIGKILL");
    }
  });
});

describe("in production", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ env: { production: true, corsOrigins: [] } });
  });
  afterAll(() => gateway.stop());

  it("FST-12 pages of this machine have no permission", async () => {
    const reply = await gateway.send("GET", "/search", { headers: { origin: "http://localhost:5173" } });
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
  });
});
