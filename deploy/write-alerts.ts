import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { alertRules } from "./observability/alert-rules.ts";

// `npm run alerts`: writes the alerting rules for Prometheus from the table of alarms. An argument names another file.
writeFileSync(process.argv[2] ?? fileURLToPath(new URL("./observability/alerts.yml", import.meta.url)), alertRules());
