import { spawnSync } from "node:child_process";

// `npm run search`: the randomized searches at full length; `npm test` runs a part of them. RUN_SEED names another seed.
const FILES = ["test/invariants", "test/simulation", "test/spec/9-fuzz", "test/analytics/rollups-random"];
const { status } = spawnSync("node", ["deploy/run-tests.ts", ...FILES], { stdio: "inherit", env: { ...process.env, SEARCH: "long" } });
process.exit(status ?? 1);
