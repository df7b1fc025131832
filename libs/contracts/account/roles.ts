import { action } from "#libs/contract-kit/contract.ts";
import { PERMISSIONS } from "#libs/policies/permissions.ts";
import { STAFF_ROLES } from "#libs/policies/roles.ts";

/** Routes that one permission opens. */
const MAX_ROUTES = 100;

const permission = { type: "enum", values: PERMISSIONS } as const;

export const listRoles = action({
  name: "account.listRoles",
  summary: "What each role may do, and the routes that each permission opens; a route that names several is open to any one of them",
  http: { method: "GET", path: "/admin/roles", auth: "admin" },
  params: {},
  returns: {
    type: "object",
    props: {
      roles: {
        type: "array",
        max: STAFF_ROLES.length,
        items: {
          type: "object",
          props: {
            role: { type: "enum", values: STAFF_ROLES },
            permissions: { type: "array", items: permission, max: PERMISSIONS.length },
          },
        },
      },
      permissions: {
        type: "array",
        max: PERMISSIONS.length,
        items: {
          type: "object",
          props: {
            permission,
            routes: {
              type: "array",
              max: MAX_ROUTES,
              items: {
                type: "object",
                props: {
                  method: { type: "string", max: 6 },
                  path: { type: "string", max: 100 },
                  stepUp: { type: "boolean", description: "Whether it wants a recent proof of who calls" },
                },
              },
            },
          },
        },
      },
    },
  },
  errors: [],
});
