import { STAFF_ROUTES } from "./islands/staff/staff-routes.ts";
import type { Page } from "./page.ts";
import { Waiting } from "./parts/waiting.tsx";

/** The pages for staff: the server sends frame and skeleton, and knows neither who asks nor what they may see. */
export const consolePages: readonly Page[] = STAFF_ROUTES.map(({ path, title }) => ({
  path,
  face: "console",
  isSecret: true,
  view: ({ t }) => ({ title: t(title), main: <Waiting title={title} /> }),
}));
