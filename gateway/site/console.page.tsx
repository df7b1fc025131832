import { STAFF_ROUTES } from "../app/staff-routes.ts";
import { pageDataOf } from "../ui/page-data.ts";
import { Waiting } from "../ui/parts/waiting.tsx";
import type { Page } from "./page.ts";

/** Pages for staff. The server sends frame and skeleton without knowing the caller or the caller's permissions. */
export const consolePages: readonly Page[] = STAFF_ROUTES.filter(({ path }) => !path.includes("?")).map(({ path, title }) => ({
  path,
  shell: "console",
  isSecret: true,
  view: (about) => ({ title: about.t(title), data: { commissions: pageDataOf(about).commissions }, main: <Waiting title={title} /> }),
}));
