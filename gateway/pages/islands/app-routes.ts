import type { FunctionComponent } from "preact";
import type { TextKey } from "../texts.ts";
import type { AppPage } from "./app-page.ts";
import { type FoundRoute, findRoute } from "./find-route.ts";

interface AppRoute {
  /** Parameters are written {name}. */
  readonly path: string;
  readonly title: TextKey;
  /** Whoever is not signed in is sent to {@link entrance} first. */
  readonly signedIn: boolean;
  /** `/login` when absent: most who come here have an account. */
  readonly entrance?: "/register";
  /** The server puts data into its document, so going there loads it. */
  readonly isServed?: true;
  /** Pages of one place keep what they have in common when one of them is opened after another. */
  readonly place?: string;
  load(): Promise<{ readonly default: FunctionComponent<AppPage> }>;
}

/** The pages of the face `app`; the server sends their frame. */
export const APP_ROUTES: readonly AppRoute[] = [
  { path: "/login", title: "page.login.title", signedIn: false, load: () => import("./login.tsx") },
  { path: "/login/callback", title: "page.login.title", signedIn: false, load: () => import("./login-callback.tsx") },
  { path: "/settings/profile", title: "page.settings.profile", signedIn: true, load: () => import("./settings-profile.tsx") },
  { path: "/settings/security", title: "page.settings.security", signedIn: true, load: () => import("./settings-security.tsx") },
  { path: "/messages", title: "page.messages.title", signedIn: true, place: "/messages", load: () => import("./conversations.tsx") },
  {
    path: "/messages/{sessionId}",
    title: "page.messages.title",
    signedIn: true,
    place: "/messages",
    load: () => import("./conversations.tsx"),
  },
  { path: "/wallet", title: "page.wallet.title", signedIn: true, load: () => import("./wallet.tsx") },
  { path: "/wallet/topups/{topupId}", title: "page.wallet.add", signedIn: true, load: () => import("./top-up.tsx") },
  {
    path: "/wallet/topups/{topupId}/receipt",
    title: "page.receipt.title",
    signedIn: true,
    load: () => import("./top-up-receipt.tsx"),
  },
  {
    path: "/messages/{sessionId}/receipts/{messageId}",
    title: "page.receipt.title",
    signedIn: true,
    load: () => import("./message-receipt.tsx"),
  },
  { path: "/sandbox/pay/{topupId}", title: "page.pay.title", signedIn: true, load: () => import("./sandbox-pay.tsx") },
  { path: "/payouts", title: "page.payouts.title", signedIn: true, load: () => import("./payouts.tsx") },
  { path: "/statements", title: "page.statement.title", signedIn: true, load: () => import("./statements.tsx") },
  { path: "/statements/{messageId}", title: "page.statement.one", signedIn: true, load: () => import("./statement.tsx") },
  { path: "/support", title: "page.support.title", signedIn: true, load: () => import("./support.tsx") },
  { path: "/support/{ticketId}", title: "page.support.title", signedIn: true, load: () => import("./ticket.tsx") },
  {
    path: "/become-creator",
    title: "page.become.title",
    signedIn: true,
    entrance: "/register",
    load: () => import("./become-creator.tsx"),
  },
  { path: "/page", title: "page.editor.title", signedIn: true, load: () => import("./edit-page.tsx") },
  { path: "/dashboard", title: "page.numbers.title", signedIn: true, load: () => import("./dashboard.tsx") },
  { path: "/notifications", title: "page.notifications.title", signedIn: true, load: () => import("./notifications.tsx") },
  { path: "/following", title: "page.following.title", signedIn: true, load: () => import("./following.tsx") },
  { path: "/settings/messages", title: "page.settings.messages", signedIn: true, load: () => import("./message-settings.tsx") },
  { path: "/settings/vacation", title: "page.settings.vacation", signedIn: true, load: () => import("./vacation.tsx") },
  { path: "/settings/identity", title: "page.identity.title", signedIn: true, load: () => import("./identity.tsx") },
  {
    path: "/settings/notifications",
    title: "page.notifications.title",
    signedIn: true,
    load: () => import("./notification-settings.tsx"),
  },
  { path: "/settings/privacy", title: "page.settings.privacy", signedIn: true, load: () => import("./privacy.tsx") },
  { path: "/{username}/message", title: "page.compose.heading", signedIn: false, isServed: true, load: () => import("./compose.tsx") },
];

/** The route of a path, with its parameters. */
export const appRouteOf = (path: string): FoundRoute<AppRoute> | null => findRoute(APP_ROUTES, path);
