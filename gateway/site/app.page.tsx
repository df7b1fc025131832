import { APP_ROUTES } from "../app/app-routes.ts";
import { pageDataOf } from "../ui/page-data.ts";
import { Waiting } from "../ui/parts/waiting.tsx";
import type { Page } from "./page.ts";

type AppRoute = (typeof APP_ROUTES)[number];

/** Client-rendered pages. The server sends frame and skeleton, without any personal data. */
export const appPages: readonly Page[] = APP_ROUTES.filter(({ isServed, isShared }) => !isServed && !isShared).map(appPage);

/** The client-rendered page that only users get at a path. */
export function pageForUsers(path: string): Page {
  const route = APP_ROUTES.find((each) => each.isShared && each.path === path);
  if (!route) throw new Error(`users have no page of their own at ${path}`);
  return appPage(route);
}

function appPage({ path, title }: AppRoute): Page {
  return {
    path,
    shell: "app",
    view: (about) => ({ title: about.t(title), data: pageDataOf(about), main: <Waiting title={title} /> }),
  };
}
