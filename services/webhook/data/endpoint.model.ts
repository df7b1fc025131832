import { DISABLED_REASONS } from "#libs/contracts/endpoint-events.ts";
import { boolean, date, list, nullable, oneOf, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { endpointHealthFields } from "../domain/endpoint-health.ts";

/** A URL that receives webhooks. Changes of its health do not change `updatedAt`. */
export interface EndpointDoc extends DocumentIn<typeof endpoints> {}

export const endpoints = defineCollection({
  name: "webhook_endpoints",
  fields: {
    _id: text,
    url: text,
    kinds: list(text),
    description: nullable(text),
    enabled: boolean,
    disabledReason: nullable(oneOf(DISABLED_REASONS)),
    /** Encrypted, bound to the id. */
    sealedSecret: text,
    /** The last four digits of the secret. */
    secretHint: text,
    /** User id. */
    createdBy: text,
    createdAt: date,
    /** Last change by an administrator. */
    updatedAt: date,
    ...endpointHealthFields,
  },
  indexes: [
    { name: "newest_first", key: { createdAt: -1, _id: -1 } },
    { name: "listening", key: { kinds: 1, enabled: 1 } },
  ],
});
