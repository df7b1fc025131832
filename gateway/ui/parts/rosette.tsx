import type { VNode } from "preact";
import type { Template } from "../templates.ts";
import { COVER, coverLines, type Rosette as Lines, turnsOf } from "./cover-lines.ts";

/** Behind the note of the front page. */
const HERO: Lines = { x: 0, y: 0, rx: 300, ry: 126, turns: turnsOf(24) };

/** Turned ellipses, like the lines on paper money: the ground behind the note of the front page. */
export function Rosette(): VNode {
  return (
    <svg class="rosette" viewBox="-304 -304 608 608" aria-hidden="true">
      <Ellipses {...HERO} />
    </svg>
  );
}

interface CoverProps {
  readonly username: string;
  readonly template: Template;
}

/** The picture above a creator's page, drawn from username and template. */
export function Cover({ username, template }: CoverProps): VNode {
  return (
    <svg
      class="cover"
      data-template={template}
      viewBox={`0 0 ${COVER.width} ${COVER.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {coverLines(username).map((lines, index) => (
        <Ellipses key={index} {...lines} />
      ))}
    </svg>
  );
}

function Ellipses({ x, y, rx, ry, turns }: Lines): VNode {
  return (
    <g transform={`translate(${x} ${y})`}>
      {turns.map((turn) => (
        <ellipse key={turn} rx={rx} ry={ry} transform={`rotate(${turn})`} />
      ))}
    </g>
  );
}
