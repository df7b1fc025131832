import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { build } from "esbuild";
import { type CpuProfile, ownerOf, timeByOwner, withSources } from "./shares.ts";

const frame = (functionName: string, url = "") => ({ functionName, url });
const file = (path: string) => `file:///somewhere/${path}`;

describe("the shares of a profile", () => {
  it.each([
    ["our code", frame("run", file("services/messaging/messages/send/draft.ts"))],
    ["our code", frame("apply", file("node_modules/@creator-platform/embedded-mongo/engine/engine.ts"))],
    ["driver", frame("command", file("node_modules/mongodb/lib/cmap/connection.js"))],
    ["driver", frame("serializeInto", file("node_modules/bson/lib/bson.mjs"))],
    ["mongoose", frame("cast", file("node_modules/mongoose/lib/cast.js"))],
    ["moleculer", frame("call", file("node_modules/moleculer/src/service-broker.js"))],
    ["moleculer", frame("aliasHandler", file("node_modules/moleculer-web/src/index.js"))],
    ["NATS", frame("publish", file("node_modules/nats/lib/nats-base-client/protocol.js"))],
    ["Redis", frame("sendCommand", file("node_modules/ioredis/built/Redis.js"))],
    ["JSON", frame("stringify")],
    ["JSON", frame("parse")],
    ["crypto", frame("verify", "node:internal/crypto/sig")],
    ["crypto", frame("decode", file("node_modules/jws/lib/verify-stream.js"))],
    ["other packages", frame("find", file("node_modules/find-my-way/index.js"))],
    ["node", frame("onStreamRead", "node:internal/stream_base_commons")],
    ["node", frame("writev")],
    ["garbage", frame("(garbage collector)")],
  ])("give %s its functions: %j", (owner, callFrame) => {
    expect(ownerOf(callFrame)).toBe(owner);
  });

  it("SPD-20 name the sources of a bundle", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bundle-"));
    writeFileSync(join(folder, "in.js"), "export function first() {}\n\nexport function run() {}\n");
    const outfile = join(folder, "out.js");
    await build({ entryPoints: [join(folder, "in.js")], outfile, minifyWhitespace: true, sourcemap: "linked", logLevel: "error" });
    const columnNumber = readFileSync(outfile, "utf8").indexOf("run");
    const callFrame = { functionName: "run", url: pathToFileURL(outfile).href, lineNumber: 0, columnNumber };
    const { nodes } = withSources({ nodes: [{ id: 1, callFrame }], samples: [], timeDeltas: [] });
    expect(nodes[0]?.callFrame).toMatchObject({ url: pathToFileURL(join(folder, "in.js")).href, lineNumber: 2 });
    rmSync(folder, { recursive: true });
  });

  it("SPD-20 add up the time of the samples of each owner, and leave out the time in which no function ran", () => {
    const profile: CpuProfile = {
      nodes: [
        { id: 1, callFrame: frame("(root)"), children: [2, 3, 4, 6] },
        { id: 2, callFrame: frame("run", file("libs/kernel/clock.ts")), children: [5] },
        { id: 3, callFrame: frame("(idle)") },
        { id: 4, callFrame: frame("(garbage collector)") },
        { id: 5, callFrame: frame("stringify") },
        { id: 6, callFrame: frame("(program)") },
      ],
      samples: [2, 5, 3, 2, 4, 6],
      timeDeltas: [10, 20, 1_000, 30, 5, 500],
    };
    expect(Object.fromEntries(timeByOwner(profile))).toEqual({ "our code": 40, JSON: 20, garbage: 5 });
  });
});
