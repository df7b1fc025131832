import type { VNode } from "preact";
import { Outline } from "../../ui/parts/icons.tsx";

// Outlines from Lucide (https://lucide.dev), ISC License, Copyright (c) Lucide Contributors. Scripts of pages load no such icons.
const DISC = "M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0";
const HEAD = "M5 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0";
const BADGE =
  "M3.85 8.62a4 4 0 0 1 4.78-4.77 4 4 0 0 1 6.74 0 4 4 0 0 1 4.78 4.78 4 4 0 0 1 0 6.74 4 4 0 0 1-4.77 4.78 4 4 0 0 1-6.75 0 4 4 0 0 1-4.78-4.77 4 4 0 0 1 0-6.76Z";
const BANKNOTE = "M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2";
const SCALE = [
  "M12 3v18",
  "m19 8 3 8a5 5 0 0 1-6 0zV7",
  "M3 7h1a17 17 0 0 0 8-2 17 17 0 0 0 8 2h1",
  "m5 8 3 8a5 5 0 0 1-6 0zV7",
  "M7 21h10",
];
const SHIELD =
  "M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z";
const RETURN = ["M9 14 4 9l5-5", "M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11"];
const CLOCK = [DISC, "M12 6v6l4 2"];

/** By the path of a page. Lists of one page share its sign. */
const OUTLINES: Readonly<Record<string, readonly string[]>> = {
  "/admin": [
    "M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0",
    "M12 2v2M12 20v2M2 12h2M20 12h2",
    "m4.93 4.93 1.41 1.41M17.66 17.66l1.41 1.41M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41",
  ],
  "/admin/support": [
    DISC,
    "M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0",
    "m4.93 4.93 4.24 4.24M14.83 9.17l4.24-4.24M14.83 14.83l4.24 4.24M9.17 14.83l-4.24 4.24",
  ],
  "/admin/users": ["M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2", "M16 3.128a4 4 0 0 1 0 7.744", "M22 21v-2a4 4 0 0 0-3-3.87", HEAD],
  "/admin/staff": ["M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2", HEAD, "m16 11 2 2 4-4"],
  "/admin/creators": [
    "M12 20h9",
    "M16.376 3.622a1 1 0 0 1 3.002 3.002L7.368 18.635a2 2 0 0 1-.855.506l-2.872.838a.5.5 0 0 1-.62-.62l.838-2.872a2 2 0 0 1 .506-.854z",
  ],
  "/admin/creators?kycStatus=IN_REVIEW&sort=oldest": [BADGE, "m16 9-5.5 5.5L8 12"],
  "/admin/payouts": [BANKNOTE, "M10 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0", "M6 12h.01M18 12h.01"],
  "/admin/ledger/adjustments": ["M12 3v14", "M5 10h14", "M5 21h14"],
  "/admin/topups": [DISC, "M8 12h8", "M12 8v8"],
  "/admin/wallets": [
    "M19 7V4a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v4h-3a2 2 0 0 0 0 4h3a1 1 0 0 0 1-1v-2a1 1 0 0 0-1-1",
    "M3 5v14a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-4",
  ],
  "/admin/escrows": ["M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2", "M7 11V7a5 5 0 0 1 10 0v4"],
  "/admin/refunds": RETURN,
  "/admin/chargebacks": ["M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2", "M2 10h20"],
  "/admin/unclaimed": [DISC, "M9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3", "M12 17h.01"],
  "/admin/held-earnings": CLOCK,
  "/admin/ledger": SCALE,
  "/admin/moderation": [SHIELD],
  "/admin/moderation/reports": [
    "M4 22V4a1 1 0 0 1 .4-.8A6 6 0 0 1 8 2c3 0 5 2 7.333 2q2 0 3.067-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8A6 6 0 0 1 16 16c-3 0-5-2-8-2a6 6 0 0 0-4 1.528",
  ],
  "/admin/moderation/appeals": [
    "m14 13-8.381 8.38a1 1 0 0 1-3.001-3L11 9.999",
    "M15.973 4.027A13 13 0 0 0 5.902 2.373c-1.398.342-1.092 2.158.277 2.601a19.9 19.9 0 0 1 5.822 3.024",
    "M16.001 11.999a19.9 19.9 0 0 1 3.024 5.824c.444 1.369 2.26 1.676 2.603.278A13 13 0 0 0 20 8.069",
    "M18.352 3.352a1.205 1.205 0 0 0-1.704 0l-5.296 5.296a1.205 1.205 0 0 0 0 1.704l2.296 2.296a1.205 1.205 0 0 0 1.704 0l5.296-5.296a1.205 1.205 0 0 0 0-1.704z",
  ],
  "/admin/moderation/rules": ["M8 6h13M8 12h13M8 18h13", "M3 6h.01M3 12h.01M3 18h.01"],
  "/admin/privacy": [
    "M9.88 9.88a3 3 0 1 0 4.24 4.24",
    "M10.73 5.08A10.43 10.43 0 0 1 12 5c7 0 10 7 10 7a13.16 13.16 0 0 1-1.67 2.68",
    "M6.61 6.61A13.526 13.526 0 0 0 2 12s3 7 10 7a9.74 9.74 0 0 0 5.39-1.61",
    "m2 2 20 20",
  ],
  "/admin/content": [
    "M12 7v14",
    "M3 18a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h5a4 4 0 0 1 4 4 4 4 0 0 1 4-4h5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-6a3 3 0 0 0-3 3 3 3 0 0 0-3-3z",
  ],
  "/admin/content/legal": ["M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7Z", "M14 2v4a2 2 0 0 0 2 2h4", "M16 13H8M16 17H8"],
  "/admin/settings": ["M10 5H3M21 5h-7M14 3v4", "M8 12H3M21 12h-9M8 10v4", "M12 19H3M21 19h-5M16 17v4"],
  "/admin/flags": [
    "M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2",
    "M6.453 15h11.094",
    "M8.5 2h7",
  ],
  "/admin/switches": ["M9 5h6a7 7 0 0 1 0 14H9A7 7 0 0 1 9 5", "M12 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0"],
  "/admin/webhooks": [
    "M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2",
    "m6 17 3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06",
    "m12 6 3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8",
  ],
  "/admin/system": [
    "M4 2h16a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2",
    "M4 14h16a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2",
    "M6 6h.01M6 18h.01",
  ],
  "/admin/roles": [
    "m15.5 7.5 2.3 2.3a1 1 0 0 0 1.4 0l2.1-2.1a1 1 0 0 0 0-1.4L19 4",
    "m21 2-9.6 9.6",
    "M2 15.5a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0",
  ],
  "/admin/audit": [
    "M15 12h-5M15 8h-5",
    "M19 17V5a2 2 0 0 0-2-2H4",
    "M8 21h12a2 2 0 0 0 2-2v-1a1 1 0 0 0-1-1H11a1 1 0 0 0-1 1v1a2 2 0 1 1-4 0V5a2 2 0 1 0-4 0v2a1 1 0 0 0 1 1h3",
  ],
};

/** The sign of a page of the console, beside its name. */
export function StaffIcon({ path }: { readonly path: string }): VNode | null {
  const outline = OUTLINES[path] ?? OUTLINES[path.replace(/\?.*/, "")];
  return outline ? <Outline paths={outline} turns={outline === RETURN} /> : null;
}
