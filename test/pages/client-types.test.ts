import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { describeInterface } from "#gateway/openapi/document.ts";
import { routesOf } from "#gateway/routing/routes.ts";
import { schemaTypes } from "#libs/client/schema-types.ts";
import { allContracts } from "#libs/contracts/index.ts";

it("APP-12 the types of the client are those of the interface (npm run client)", async () => {
  const types = readFileSync("libs/client/schema.d.ts", "utf8");
  expect(types === (await schemaTypes(describeInterface("user", routesOf(allContracts), [])))).toBe(true);
});
