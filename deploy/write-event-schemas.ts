import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventSchema } from "#libs/contract-kit/json-schema.ts";
import { allEvents } from "#libs/contracts/index.ts";

// `npm run events`: writes the JSON Schema of every durable event, for subscribers that do not share this code. An argument names another folder.
const folder = process.argv[2] ?? fileURLToPath(new URL("../libs/contracts/events/", import.meta.url));
mkdirSync(folder, { recursive: true });
for (const contract of allEvents)
  writeFileSync(join(folder, `${contract.name}.json`), `${JSON.stringify(eventSchema(contract), null, 2)}\n`);
