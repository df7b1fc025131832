import { implement } from "#libs/contract-kit/implement.ts";
import { objectSchema } from "#libs/contract-kit/json-schema.ts";
import { listWebhookKinds } from "#libs/contracts/webhook/index.ts";
import { webhookKinds } from "#libs/contracts/webhook/kinds.ts";
import { payloadRules } from "../domain/payload.ts";

const catalogue = webhookKinds.map((one) => ({ kind: one.kind, summary: one.summary, schema: objectSchema(payloadRules(one)) }));

/** GET /admin/webhooks/kinds */
export const listKindsAction = () => implement(listWebhookKinds, async () => catalogue);
