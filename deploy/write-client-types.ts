import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeInterface } from "#gateway/openapi/document.ts";
import { routesOf } from "#gateway/routing/routes.ts";
import { CLIENT_SCHEMAS, schemaTypes } from "#libs/client/schema-types.ts";
import { allContracts } from "#libs/contracts/index.ts";

// `npm run client`: writes the types of the interface for programs outside this repository. An argument names another folder.
const folder = process.argv[2] ?? fileURLToPath(new URL("../libs/client/types/", import.meta.url));
mkdirSync(folder, { recursive: true });
for (const { scope, file } of CLIENT_SCHEMAS)
  writeFileSync(join(folder, file), await schemaTypes(scope, describeInterface(scope, routesOf(allContracts), [])));
