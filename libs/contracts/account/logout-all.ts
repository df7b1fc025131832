import { action } from "#libs/contract-kit/contract.ts";
import { deviceCookie, deviceParams, deviceToken, readsDevice } from "./shapes.ts";

export const logoutAll = action({
  name: "account.logoutAll",
  summary: "End every session of the user, those of the administration too; without exceptCurrent all other devices are forgotten",
  http: {
    method: "POST",
    path: "/auth/logout-all",
    auth: "bearer",
    limit: "login",
    openDuringDeletion: true,
    idempotency: "never",
    cookie: deviceCookie,
    readsCookies: readsDevice,
  },
  params: { exceptCurrent: { type: "boolean", default: false, description: "Keep the session that asks" }, ...deviceParams },
  returns: {
    type: "object",
    props: { ended: { type: "number", integer: true, description: "How many sessions were open and have ended" }, deviceToken },
  },
  errors: [],
});
