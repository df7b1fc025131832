import type { VNode } from "preact";

// Outlines from Lucide (https://lucide.dev), ISC License, Copyright (c) Lucide Contributors.
const OUTLINES = {
  account: ["M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2", "M8 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0"],
  bell: [
    "M10.268 21a2 2 0 0 0 3.464 0",
    "M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326",
  ],
  camera: [
    "M13.997 4a2 2 0 0 1 1.76 1.05l.486.9A2 2 0 0 0 18.003 7H20a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h1.997a2 2 0 0 0 1.759-1.048l.489-.904A2 2 0 0 1 10.004 4z",
    "M9 13a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  ],
  add: ["M5 12h14", "M12 5v14"],
  back: ["M9 14 4 9l5-5", "M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11"],
  done: ["M20 6 9 17l-5-5"],
  clock: ["M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0", "M12 6v6l4 2"],
  code: ["m16 18 6-6-6-6", "m8 6-6 6 6 6"],
  discover: ["m21 21-4.34-4.34", "M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0"],
  earnings: [
    "M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2",
    "M10 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
    "M6 12h.01M18 12h.01",
  ],
  flask: [
    "M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2",
    "M6.453 15h11.094",
    "M8.5 2h7",
  ],
  globe: ["M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0", "M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20", "M2 12h20"],
  inbox: [
    "M22 12h-6l-2 3h-4l-2-3H2",
    "M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z",
  ],
  mail: ["m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7", "M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2"],
  messages: ["M7.9 20A9 9 0 1 0 4 16.1L2 22Z"],
  music: [
    "M21 16V3a1 1 0 0 0-1.28-.96l-10 2.917a1 1 0 0 0-.72.96V19",
    "M15 16a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
    "M3 19a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  ],
  news: [
    "M15 18h-5",
    "M18 14h-8",
    "M4 22h16a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2H8a2 2 0 0 0-2 2v16a2 2 0 0 1-4 0v-9a2 2 0 0 1 2-2h2",
    "M11 6h6a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1",
  ],
  numbers: ["M3 3v16a2 2 0 0 0 2 2h16", "m19 9-5 5-4-4-3 3"],
  page: ["M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2", "M3 9h18"],
  people: [
    "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2",
    "M16 3.128a4 4 0 0 1 0 7.744",
    "M22 21v-2a4 4 0 0 0-3-3.87",
    "M5 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0",
  ],
  phone: [
    "M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384",
  ],
  shop: [
    "M16 10a4 4 0 0 1-8 0",
    "M3.103 6.034h17.794",
    "M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z",
  ],
  video: [
    "M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996z",
    "M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0",
  ],
  wallet: [
    "M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1",
    "M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4",
  ],
} as const satisfies Record<string, readonly string[]>;

export type IconName = keyof typeof OUTLINES;
export const ICON_NAMES = Object.keys(OUTLINES) as readonly IconName[];

/** An icon beside a word with the same meaning, so it is hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return <Outline paths={OUTLINES[name]} turns={name === "back"} />;
}

interface OutlineProps {
  readonly paths: readonly string[];
  /** Points back, so it is mirrored from right to left. */
  readonly turns?: boolean;
}

export function Outline({ paths, turns = false }: OutlineProps): VNode {
  return (
    <svg class={turns ? "icon turns" : "icon"} width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      {paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
