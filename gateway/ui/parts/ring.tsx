import type { VNode } from "preact";

/** Where the money of a message is. `late`: held, and the time to reply is nearly over. */
export type MoneyState = "held" | "late" | "checked" | "answered" | "back";

/** Classes that give a state's colours to all parts inside. */
export const TONES: Readonly<Record<MoneyState, string>> = {
  held: "held",
  late: "held late",
  checked: "held",
  answered: "good",
  back: "back",
};

/** Each state has a form of its own, so that it can be told without colours. */
const SIGNS: Partial<Record<MoneyState, string>> = {
  late: "M20 13v8M20 27v.01",
  answered: "m13 20.5 5 5 9.5-10.5",
  back: "m17.5 13.5-5.5 5.5 5.5 5.5M12.5 19h11a4.5 4.5 0 0 1 0 9H20",
};
/** Eight dashes. */
const DASHED = "6 6.5";
/** The smallest visible part of a circle, in percent. */
const LEAST = 2;

interface RingProps {
  readonly state: MoneyState;
  /** Part of the time to reply that is left, 0 to 1; only while it is held. */
  readonly share?: number;
  /** Name of the ring where no words stand beside it. */
  readonly label?: string;
  /** Without its sign: around a face, or very small. */
  readonly isBare?: boolean;
}

/** The time to reply that is left, as a circle that empties clockwise. It takes its colours from the tone of the element around it. */
export function Ring({ state, share = 1, label, isBare = false }: RingProps): VNode {
  const radius = isBare ? 18.2 : 17;
  const circle = { cx: 20, cy: 20, r: radius };
  const percent = Math.min(100, Math.max(LEAST, Math.round(share * 100)));
  const dashes = state === "checked" ? DASHED : `${state === "held" || state === "late" ? percent : 100} 100`;
  return (
    <svg
      class={state === "back" ? "ring turns" : "ring"}
      data-state={state}
      viewBox="0 0 40 40"
      width="40"
      height="40"
      role={label === undefined ? undefined : "img"}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {state !== "checked" && <circle class="track" {...circle} />}
      {state !== "back" && <circle class="arc" {...circle} pathLength="100" stroke-dasharray={dashes} transform="rotate(-90 20 20)" />}
      {!isBare && SIGNS[state] && <path class="sign" d={SIGNS[state]} />}
    </svg>
  );
}
