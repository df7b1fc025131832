import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { freePort } from "#deploy/launch/free-port.ts";
import { eventually } from "../support/eventually.ts";

const READY_MS = 60_000;
const dataDir = mkdtempSync(join(tmpdir(), "dev-"));

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("npm run dev", () => {
  it("restarts on a change of a source file and keeps the data", async () => {
    const port = await freePort();
    // Here the command keeps its own store alive while the system restarts; a given store would not show that.
    const { NODE_OPTIONS: _forJest, MONGO_URL: _ofTheTests, MONGO_REQUIRE: _ofThem, ...inherited } = process.env;
    const system = spawn(process.execPath, ["deploy/launch/dev.ts"], {
      env: { ...inherited, DATA_DIR: dataDir, PORT: String(port), METRICS_PORT: "0", LOG_LEVEL: "error" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [system.stdout, system.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const starts = (count: number) => eventually(() => expect(output.split('"msg":"ready"')).toHaveLength(count + 1), READY_MS);
    const post = (path: string, body: object) =>
      fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    try {
      await starts(1);
      const person = { email: "dev@example.org", password: "a long password" };
      expect((await post("/auth/register", { ...person, displayName: "Dev" })).status).toBe(201);
      const token = await eventually(() => {
        const [mail] = readdirSync(join(dataDir, "mail")).map((name) => readFileSync(join(dataDir, "mail", name), "utf8"));
        return (JSON.parse(mail ?? "null") as { readonly token: string }).token;
      });
      utimesSync("services/content/content.service.ts", new Date(), new Date());
      await starts(2);
      expect((await post("/auth/verify-email", { token })).status).toBe(200);
      expect((await post("/auth/login", person)).status).toBe(200);
    } finally {
      const ended = new Promise<number | null>((resolve) => system.once("exit", resolve));
      system.kill("SIGTERM");
      expect(await ended).toBe(0);
    }
  });
});
