import { APP_ROUTES } from "./islands/app-routes.ts";
import type { Page } from "./page.ts";
import { pageDataOf } from "./page-data.ts";
import { Waiting } from "./parts/waiting.tsx";

/** The pages that their script draws: the server sends frame and skeleton, and nothing of anybody. */
export const appPages: readonly Page[] = APP_ROUTES.filter(({ isServed }) => !isServed).map(({ path, title }) => ({
  path,
  face: "app",
  view: (about) => ({ title: about.t(title), data: pageDataOf(about), main: <Waiting title={title} /> }),
}));
