import { implement } from "#libs/contract-kit/implement.ts";
import { objectSchema } from "#libs/contract-kit/json-schema.ts";
import { factRules } from "#libs/contracts/public-facts.ts";
import { listWebhookKinds } from "#libs/contracts/webhook/index.ts";
import { webhookKinds } from "#libs/contracts/webhook/kinds.ts";

const catalogue = webhookKinds.map(({ kind, summary, fields }) => ({ kind, summary, schema: objectSchema(factRules(kind, fields)) }));

/** GET /admin/webhooks/kinds */
export const listKindsAction = () => implement(listWebhookKinds, async () => catalogue);
