import { writeFileSync } from "node:fs";
import { alertRules } from "./observability/alert-rules.ts";

// `npm run alerts`: writes the alerting rules for Prometheus from the table of alarms. A test compares them.
writeFileSync(new URL("./observability/alerts.yml", import.meta.url), alertRules());
