import type { ComponentChildren, VNode } from "preact";

interface FactsProps {
  /** Names and values, in the order in which they are read. */
  readonly of: readonly (readonly [string, ComponentChildren])[];
}

/** What is known about one thing, line by line. */
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
