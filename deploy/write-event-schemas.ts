import { writeFileSync } from "node:fs";
import { eventSchema } from "#libs/contract-kit/json-schema.ts";
import { allEvents } from "#libs/contracts/index.ts";

// `npm run events`: writes the JSON Schema of every durable event, for subscribers that do not share this code.
const folder = new URL("../libs/contracts/events/", import.meta.url);
for (const contract of allEvents)
  writeFileSync(new URL(`${contract.name}.json`, folder), `${JSON.stringify(eventSchema(contract), null, 2)}\n`);
