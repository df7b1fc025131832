import type { ComponentChildren, VNode } from "preact";

// Pictures for the steps. They take their colours from the tokens, and say nothing that the words beside them do not.

const SHEET = "M56 20h88a12 12 0 0 1 12 12v52a12 12 0 0 1-12 12h-66l-14 11v-11h-8a12 12 0 0 1-12-12v-52a12 12 0 0 1 12-12z";

/** A message that names its price. */
export const WrittenScene = (): VNode => (
  <Scene>
    <path class="sheet" d={SHEET} />
    <path class="line" d="M60 40h78M60 52h64" />
    <g class="held">
      <rect class="disc" x="60" y="64" width="44" height="18" rx="9" />
      <path class="line price" d="M71 73h22" />
    </g>
  </Scene>
);

/** Its money is held while the time runs. */
export const HeldScene = (): VNode => (
  <Scene>
    <path class="sheet" d={SHEET} />
    <path class="line" d="M60 38h78M60 54h44" />
    <g class="held">
      <circle class="disc" cx="138" cy="68" r="29" />
      <circle class="track" cx="138" cy="68" r="22" />
      <circle class="arc" cx="138" cy="68" r="22" pathLength="100" stroke-dasharray="66 100" transform="rotate(-90 138 68)" />
    </g>
  </Scene>
);

/** It is answered, or the money is back. */
export const AnsweredScene = (): VNode => (
  <Scene>
    <path class="sheet far" d={SHEET} transform="translate(-18 -8)" />
    <g class="good">
      <path class="sheet answer" d={SHEET} transform="translate(18 8)" />
      <path class="line" d="M78 46h70M78 58h52" />
      <circle class="disc" cx="160" cy="76" r="24" />
      <circle class="arc" cx="160" cy="76" r="17" />
      <path class="sign" d="m153 76 5 5 9-10" />
    </g>
    <g class="back">
      <circle class="disc" cx="30" cy="74" r="20" />
      <circle class="track" cx="30" cy="74" r="13" />
      <path class="sign" d="m28 67-5 5 5 5M23 72h9a4.5 4.5 0 0 1 0 9h-3" />
    </g>
  </Scene>
);

function Scene({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <svg class="scene" viewBox="0 0 200 120" width="200" height="120" aria-hidden="true">
      {children}
    </svg>
  );
}
