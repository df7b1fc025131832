import type { VNode } from "preact";

const LINES = 24;

/** Turned ellipses, like the lines on paper money: the ground behind the note of the front page. */
export function Rosette(): VNode {
  return (
    <svg class="rosette" viewBox="-304 -304 608 608" aria-hidden="true">
      {Array.from({ length: LINES }, (_, line) => (
        <ellipse key={line} rx="300" ry="126" transform={`rotate(${(line * 180) / LINES})`} />
      ))}
    </svg>
  );
}
