import type { ComponentChildren, VNode } from "preact";

interface FactsProps {
  /** Names and values, in reading order. */
  readonly of: readonly (readonly [string, ComponentChildren])[];
}

/** The properties of one object, one per line. */
export function Facts({ of }: FactsProps): VNode {
  return (
    <dl class="card facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
