import { APP_ROUTES } from "../app/app-routes.ts";
import { pageDataOf } from "../ui/page-data.ts";
import { Waiting } from "../ui/parts/waiting.tsx";
import type { Page } from "./page.ts";

/** Client-rendered pages. The server sends frame and skeleton, without any personal data. */
export const appPages: readonly Page[] = APP_ROUTES.filter(({ isServed }) => !isServed).map(({ path, title }) => ({
  path,
  shell: "app",
  view: (about) => ({ title: about.t(title), data: pageDataOf(about), main: <Waiting title={title} /> }),
}));
