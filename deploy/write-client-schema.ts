import { writeFileSync } from "node:fs";
import { describeInterface } from "#gateway/openapi/document.ts";
import { routesOf } from "#gateway/routing/routes.ts";
import { CLIENT_SCHEMAS, schemaTypes } from "#libs/client/schema-types.ts";
import { allContracts } from "#libs/contracts/index.ts";

// `npm run client`: writes the types of the interface for everything that is built on it.
for (const { scope, file } of CLIENT_SCHEMAS)
  writeFileSync(file, await schemaTypes(scope, describeInterface(scope, routesOf(allContracts), [])));
