import { writeFileSync } from "node:fs";
import { describeInterface } from "#gateway/openapi/document.ts";
import { routesOf } from "#gateway/routing/routes.ts";
import { schemaTypes } from "#libs/client/schema-types.ts";
import { allContracts } from "#libs/contracts/index.ts";

// `npm run client`: writes the types of the interface for everything that is built on it.
const types = await schemaTypes(describeInterface("user", routesOf(allContracts), []));
writeFileSync(new URL("../libs/client/schema.d.ts", import.meta.url), types);
