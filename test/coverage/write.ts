import { writeFileSync } from "node:fs";
import { REPORT_FILE, renderReport } from "./report.ts";
import { allTests } from "./titles.ts";

writeFileSync(REPORT_FILE, renderReport(allTests()));
