import { writeFileSync } from "node:fs";
import { PAGE_FILE, renderPage } from "./page.ts";
import { allTests } from "./titles.ts";

writeFileSync(PAGE_FILE, renderPage(allTests()));
