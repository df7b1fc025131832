import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";
import { busPlan } from "./bus/bus-plan.ts";
import { declaredCollections, declaredServices } from "./bus/declared.ts";
import { loadAll } from "./launch/services.ts";

// `npm run bus`: writes the permissions to publish, subscribe and store, from the declarations of the services. A test compares the file,
// so every change shows in review.
const env = readEnv({ DATA_DIR: `${tmpdir()}/bus-subjects`, MONGO_URL: "mongodb://127.0.0.1:9/" });
const [runtime, services] = [createRuntime(env), await loadAll()];
const plan = busPlan(declaredServices(runtime, services), declaredCollections(runtime, services));
writeFileSync(new URL("./bus/subjects.json", import.meta.url), `${JSON.stringify(plan, null, 2)}\n`);
process.exit(0);
