import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

describe("npm start with damaged data", () => {
  it("STO-06 ends with one sentence that names the damage, the place and the remedy, without a stack trace", async () => {
    const directory = mkdtempSync(join(tmpdir(), "damaged-"));
    mkdirSync(join(directory, "mongo"));
    writeFileSync(join(directory, "mongo", "data.db"), "no database ".repeat(1000));
    const env = { ...process.env, DATA_DIR: directory, PORT: "0", MONGO_URL: "" };
    const child = spawn(process.execPath, ["deploy/launch/single.ts"], { env, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += String(chunk);
    });
    const [code] = await once(child, "close");
    rmSync(directory, { recursive: true });
    expect(code).toBe(1);
    expect(errors).toMatch(/^embedded-mongo: the data in \S+ are damaged: .+; restore a copy, or list every damage with `.+ --check`$/m);
    expect(errors).toMatch(/^the system does not start: the embedded store ended with 3$/m);
    expect(errors).not.toMatch(/^ {4}at /m);
  });
});
