import { STAFF_ROUTES } from "../app/app-routes.ts";
import { Waiting } from "../ui/parts/waiting.tsx";
import type { Page } from "./page.ts";

/** The pages for staff: the server sends frame and skeleton, and knows neither who asks nor what they may see. */
export const consolePages: readonly Page[] = STAFF_ROUTES.map(({ path, title }) => ({
  path,
  shell: "console",
  isSecret: true,
  view: ({ t }) => ({ title: t(title), main: <Waiting title={title} /> }),
}));
