import * as account from "./account/index.ts";
import * as compose from "./compose/index.ts";
import * as creatorPage from "./creator-page/index.ts";
import * as dashboard from "./dashboard/index.ts";
import * as home from "./home/index.ts";
import * as messages from "./messages/index.ts";
import * as money from "./money/index.ts";
import * as signIn from "./sign-in/index.ts";
import * as support from "./support/index.ts";
import type { AppRoute } from "./ui/app-route.ts";
import { type FoundRoute, findRoute } from "./ui/find-route.ts";

/** The pages of the shell `app`; the server sends their frame. When two patterns match a path, the first one wins. */
export const APP_ROUTES: readonly AppRoute[] = [
  ...home.routes,
  ...signIn.routes,
  ...account.routes,
  ...messages.routes,
  ...money.routes,
  ...support.routes,
  ...creatorPage.routes,
  ...dashboard.routes,
  ...compose.routes,
];

/** The route for a path, with its parameters. */
export const appRouteOf = (path: string): FoundRoute<AppRoute> | null => findRoute(APP_ROUTES, path);
