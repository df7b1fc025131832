import type { VNode } from "preact";

// Outlines from Lucide (https://lucide.dev), ISC License, Copyright (c) Lucide Contributors.
const OUTLINES = {
  account: ["M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2", "M8 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0"],
  discover: ["m21 21-4.34-4.34", "M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0"],
  earnings: [
    "M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2",
    "M10 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
    "M6 12h.01M18 12h.01",
  ],
  inbox: [
    "M22 12h-6l-2 3h-4l-2-3H2",
    "M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z",
  ],
  messages: ["M7.9 20A9 9 0 1 0 4 16.1L2 22Z"],
  numbers: ["M3 3v16a2 2 0 0 0 2 2h16", "m19 9-5 5-4-4-3 3"],
  page: ["M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2", "M3 9h18"],
  wallet: [
    "M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1",
    "M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4",
  ],
} as const satisfies Record<string, readonly string[]>;

export type IconName = keyof typeof OUTLINES;

/** A picture beside a word, which says the same. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      {OUTLINES[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
