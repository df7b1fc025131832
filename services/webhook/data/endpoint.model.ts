import { Schema } from "mongoose";
import { DISABLED_REASONS, type DisabledReason } from "#libs/contracts/endpoint-events.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { EndpointHealth } from "../domain/endpoint-health.ts";

/** A URL that receives webhooks. Changes of its health leave `updatedAt` alone. */
export interface EndpointDoc extends EndpointHealth {
  readonly _id: string;
  readonly url: string;
  readonly kinds: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  /** Encrypted, bound to the id. */
  readonly sealedSecret: string;
  /** The last four digits of the secret. */
  readonly secretHint: string;
  /** User id. */
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Last change by an administrator. */
  readonly updatedAt: Date;
}

const schema = new Schema<EndpointDoc>(
  {
    _id: { type: String, required: true },
    url: { type: String, required: true },
    kinds: { type: [String], required: true },
    description: { type: String, default: null },
    enabled: { type: Boolean, required: true },
    disabledReason: { type: String, enum: [...DISABLED_REASONS, null], default: null },
    sealedSecret: { type: String, required: true },
    secretHint: { type: String, required: true },
    createdBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    failures: { type: Number, required: true },
    failingSince: { type: Date, default: null },
    warnedAt: { type: Date, default: null },
    pausedUntil: { type: Date, default: null },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ createdAt: -1, _id: -1 }, { name: "newest_first" });
schema.index({ kinds: 1, enabled: 1 }, { name: "listening" });

export const endpoints: CollectionDefinition<EndpointDoc> = { name: "webhook_endpoints", schema };
