import openapiTS, { astToString, type OpenAPI3, type OperationObject, type PathItemObject } from "openapi-typescript";

/** The types of the clients, and the scope of the interface that each of them calls. */
export const CLIENT_SCHEMAS = [
  { scope: "user", file: "schema.d.ts" },
  { scope: "admin", file: "staff-schema.d.ts" },
] as const;

/**
 * The TypeScript types of an OpenAPI document, as the files in `types/` hold them. Only of successful responses: every other one is the error
 * envelope, which the client throws as an `ApiError`.
 */
export async function schemaTypes(scope: string, document: object): Promise<string> {
  const { paths = {}, ...rest } = structuredClone(document) as OpenAPI3;
  for (const operation of Object.values(paths).flatMap((item) => operationsOf(item as PathItemObject))) {
    operation.responses = Object.fromEntries(Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith("2")));
  }
  return `// Written by \`npm run client\` from the OpenAPI document of the scope \`${scope}\`.\n\n${astToString(await openapiTS({ ...rest, paths }))}`;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

function operationsOf(item: PathItemObject): OperationObject[] {
  return METHODS.flatMap((method) => (item[method] as OperationObject | undefined) ?? []);
}
