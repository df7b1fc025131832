import { action } from "#libs/contract-kit/contract.ts";
import { nullableText } from "./shared.ts";

export const testProvider = action({
  name: "account.testProvider",
  summary: "Try the active provider of a slot: email writes to the caller, captcha, oauth and storage do something harmless",
  http: {
    method: "POST",
    path: "/admin/providers/{slot}/test",
    auth: "admin",
    permission: "config:write",
    limit: "admin_config",
    idempotency: "never",
  },
  params: { slot: { type: "string", max: 40 } },
  returns: {
    type: "object",
    props: {
      slot: { type: "string" },
      provider: { ...nullableText, description: "The active implementation; null while the slot is off" },
      ok: { type: "boolean" },
      failure: {
        type: "enum",
        values: ["OFF", "TIMEOUT", "UNREACHABLE", "BAD_ANSWER", "OPEN", "DEFERRED", "REFUSED", "NOT_CONFIGURED"],
        nullable: true,
        description: "Why it did not work; null when it did",
      },
    },
  },
  errors: ["provider.error.not_testable"],
});
