import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { allEvents } from "./declared.ts";

/** An event that subscribers outside of the platform get. It has ids, states, times and amounts, and never names, texts or addresses of people. */
export interface PublicFact {
  /** Its public name. */
  readonly type: string;
  readonly summary: string;
  readonly contract: EventContract;
  /** The fields of the event that a subscriber gets. */
  readonly fields: Rules;
}

/** Versions 1.x only add optional fields. */
export const FACT_API_VERSION = "1.0";

/** A public fact as subscribers get it: the same in a webhook, in the stream and as a Moleculer event. */
export interface FactMessage {
  /** Id of the fact: the same in every copy. */
  readonly id: string;
  /** The former name of `type`; the same value. */
  readonly kind: string;
  readonly type: string;
  readonly apiVersion: typeof FACT_API_VERSION;
  /** ISO instant at which the fact happened. */
  readonly timestamp: string;
  /** `X-Request-Id` of the request, or id of the job, that caused it; absent in facts of earlier releases. */
  readonly correlationId?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An internal event from which a fact is made. */
interface SourceFact {
  readonly id: string;
  /** ISO instant at which the event happened. */
  readonly at: string;
  /** Correlation id of the request that caused it. */
  readonly requestId: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Every public fact. */
export const publicFacts: readonly PublicFact[] = allEvents.flatMap((contract) => {
  const { name, summary, payload, public: outside } = contract;
  if (!outside) return [];
  const fields = Object.fromEntries(outside.fields.flatMap((field) => (payload[field] ? [[field, payload[field]]] : [])));
  return [{ type: outside.type ?? name, summary, contract, fields }];
});

/** A public fact as subscribers get it. Fields are absent when an earlier release wrote the event without them. */
export function factMessage(type: string, fields: Rules, { id, at, requestId, payload }: SourceFact): FactMessage {
  const data = Object.fromEntries(Object.keys(fields).flatMap((field) => (payload[field] === undefined ? [] : [[field, payload[field]]])));
  return {
    ...{ id, kind: type, type, apiVersion: FACT_API_VERSION, timestamp: at },
    ...(requestId !== null && { correlationId: requestId }),
    data,
  };
}

/** The rules of the message that {@link factMessage} makes. */
export function factRules(type: string, fields: Rules): Rules {
  const name = { type: "enum", values: [type] } as const;
  return {
    id: { type: "uuid" },
    kind: name,
    type: name,
    apiVersion: { type: "enum", values: [FACT_API_VERSION] },
    timestamp: { type: "timestamp" },
    correlationId: { type: "string", optional: true },
    data: { type: "object", props: fields },
  };
}
