import { type JsonSchema, objectSchema } from "#libs/contract-kit/json-schema.ts";
import type { Rule, Rules } from "#libs/contract-kit/rules.ts";
import { type FactMessage, factMessage, factRules, type PublicFact, publicFacts } from "#libs/contracts/public-facts.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";

/** A public fact as the document and the page describe it. */
export interface DescribedFact {
  readonly fact: PublicFact;
  /** Its subject in the stream. */
  readonly subject: string;
  readonly schema: JsonSchema;
  readonly example: FactMessage;
}

export function describedFacts(namespace: string): readonly DescribedFact[] {
  const names = streamNames(namespace);
  return publicFacts.map((fact) => ({
    fact,
    subject: names.factSubject(fact.type),
    schema: objectSchema(factRules(fact.type, fact.fields)),
    example: exampleOf(fact),
  }));
}

const DESCRIPTION =
  "What subscribers outside of the platform hear. Every fact is stored in a stream for seven days (at least once, always with the same id), " +
  "emitted as a Moleculer event with its data as `ctx.params` (at most once), and sent to webhooks. How to subscribe: /api/v1/docs/events.";

/** The AsyncAPI 3.0.0 document of the public facts. */
export function asyncApiDocument(namespace: string): object {
  const facts = describedFacts(namespace);
  const byType = (part: (fact: DescribedFact) => object) => Object.fromEntries(facts.map((fact) => [fact.fact.type, part(fact)]));
  const reference = (place: string) => ({ $ref: `#/${place}` });
  return {
    asyncapi: "3.0.0",
    info: { title: "Creator platform: public facts", version: "1.0", description: DESCRIPTION },
    defaultContentType: "application/json",
    channels: byType(({ fact: { type, summary }, subject }) => ({
      address: subject,
      summary,
      messages: { [type]: reference(`components/messages/${type}`) },
    })),
    operations: byType(({ fact: { type, summary } }) => ({ action: "send", summary, channel: reference(`channels/${type}`) })),
    components: {
      messages: byType(({ fact: { type, summary }, schema, example }) => ({
        ...{ name: type, title: type, summary, contentType: "application/json" },
        payload: schema,
        examples: [{ name: type, payload: example }],
      })),
    },
  };
}

const EXAMPLE_ID = "01a1fd2e-ddf9-7fcb-8b19-91519fead9eb";
const EXAMPLE_TIME = "2026-11-22T09:30:00.000Z";

function exampleOf({ type, fields }: PublicFact): FactMessage {
  const source = { id: EXAMPLE_ID, at: EXAMPLE_TIME, requestId: EXAMPLE_ID };
  return factMessage(type, fields, { ...source, payload: exampleValues(fields) });
}

function exampleValues(fields: Rules): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, exampleValue(name, rule)]));
}

/** The text fields of public facts hold ids, amounts and codes. */
function exampleValue(name: string, rule: Rule): unknown {
  switch (rule.type) {
    case "timestamp":
      return EXAMPLE_TIME;
    case "enum":
      return rule.values[0];
    case "boolean":
      return true;
    case "number":
      return Math.max(1, rule.min ?? 1);
    case "array":
      return [exampleValue(name, rule.items)];
    case "object":
      return exampleValues(rule.props);
    case "record":
    case "json":
      return {};
    case "uuid":
      return EXAMPLE_ID;
    case "string":
      return TEXTS[name] ?? EXAMPLE_ID;
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  ...{ price: "5.00", amount: "5.00", currency: "EUR" },
  ...{ category: "SPAM", messageStatus: "DELIVERED" },
};
