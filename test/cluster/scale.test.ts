import { spawnSync } from "node:child_process";
import { expect, it } from "@jest/globals";

it.each(["messaging=many", "messaging", "messages=2", "__proto__=2"])(
  "a cluster refuses to start with --scale %s and names the mistake",
  (scale) => {
    const { NODE_OPTIONS: _forJest, ...env } = process.env;
    const { status, stderr } = spawnSync(process.execPath, ["deploy/launch/cluster.ts", "--scale", scale], { env, encoding: "utf8" });
    expect(stderr).toContain("--scale takes <process>=<count>");
    expect(status).toBe(1);
  },
);
