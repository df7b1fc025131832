import { STAFF_ROUTES } from "../app/staff-routes.ts";
import { Waiting } from "../ui/parts/waiting.tsx";
import type { Page } from "./page.ts";

/** Pages for staff. The server sends frame and skeleton without knowing the caller or the caller's permissions. */
export const consolePages: readonly Page[] = STAFF_ROUTES.map(({ path, title }) => ({
  path,
  shell: "console",
  isSecret: true,
  view: ({ t }) => ({ title: t(title), main: <Waiting title={title} /> }),
}));
