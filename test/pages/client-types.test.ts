import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { describeInterface } from "#gateway/openapi/document.ts";
import { routesOf } from "#gateway/routing/routes.ts";
import { CLIENT_SCHEMAS, schemaTypes } from "#libs/client/schema-types.ts";
import { allContracts } from "#libs/contracts/index.ts";

it.each(CLIENT_SCHEMAS)("APP-12 the types of the client are those of the interface: $scope (npm run client)", async ({ scope, file }) => {
  const types = readFileSync(file, "utf8");
  expect(types === (await schemaTypes(scope, describeInterface(scope, routesOf(allContracts), [])))).toBe(true);
});
