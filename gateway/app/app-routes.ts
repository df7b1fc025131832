import type { FunctionComponent } from "preact";
import type { TextKey } from "../ui/texts.ts";
import type { AppPage } from "./ui/app-page.ts";
import { type FoundRoute, findRoute } from "./ui/find-route.ts";

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

/** The pages of the shell `app`; the server sends their frame. */
export const APP_ROUTES: readonly AppRoute[] = [
  { path: "/login", title: "page.login.title", signedIn: false, load: () => import("./sign-in/login.tsx") },
  { path: "/login/callback", title: "page.login.title", signedIn: false, load: () => import("./sign-in/login-callback.tsx") },
  { path: "/settings/profile", title: "page.settings.profile", signedIn: true, load: () => import("./account/settings-profile.tsx") },
  { path: "/settings/security", title: "page.settings.security", signedIn: true, load: () => import("./account/settings-security.tsx") },
  {
    path: "/messages",
    title: "page.messages.title",
    signedIn: true,
    place: "/messages",
    load: () => import("./messages/conversations.tsx"),
  },
  {
    path: "/messages/{sessionId}",
    title: "page.messages.title",
    signedIn: true,
    place: "/messages",
    load: () => import("./messages/conversations.tsx"),
  },
  { path: "/wallet", title: "page.wallet.title", signedIn: true, load: () => import("./money/wallet.tsx") },
  { path: "/wallet/topups/{topupId}", title: "page.wallet.add", signedIn: true, load: () => import("./money/top-up.tsx") },
  {
    path: "/wallet/topups/{topupId}/receipt",
    title: "page.receipt.title",
    signedIn: true,
    load: () => import("./money/top-up-receipt.tsx"),
  },
  {
    path: "/messages/{sessionId}/receipts/{messageId}",
    title: "page.receipt.title",
    signedIn: true,
    load: () => import("./money/message-receipt.tsx"),
  },
  { path: "/sandbox/pay/{topupId}", title: "page.pay.title", signedIn: true, load: () => import("./money/sandbox-pay.tsx") },
  { path: "/payouts", title: "page.payouts.title", signedIn: true, load: () => import("./money/payouts.tsx") },
  { path: "/statements", title: "page.statement.title", signedIn: true, load: () => import("./account/statements.tsx") },
  { path: "/statements/{messageId}", title: "page.statement.one", signedIn: true, load: () => import("./account/statement.tsx") },
  { path: "/support", title: "page.support.title", signedIn: true, load: () => import("./support/support.tsx") },
  { path: "/support/{ticketId}", title: "page.support.title", signedIn: true, load: () => import("./support/ticket.tsx") },
  {
    path: "/become-creator",
    title: "page.become.title",
    signedIn: true,
    entrance: "/register",
    load: () => import("./creator-page/become-creator.tsx"),
  },
  { path: "/page", title: "page.editor.title", signedIn: true, load: () => import("./creator-page/edit-page.tsx") },
  { path: "/dashboard", title: "page.numbers.title", signedIn: true, load: () => import("./dashboard/dashboard.tsx") },
  { path: "/notifications", title: "page.notifications.title", signedIn: true, load: () => import("./account/notifications.tsx") },
  { path: "/following", title: "page.following.title", signedIn: true, load: () => import("./account/following.tsx") },
  { path: "/settings/messages", title: "page.settings.messages", signedIn: true, load: () => import("./account/message-settings.tsx") },
  { path: "/settings/vacation", title: "page.settings.vacation", signedIn: true, load: () => import("./account/vacation.tsx") },
  { path: "/settings/identity", title: "page.identity.title", signedIn: true, load: () => import("./account/identity.tsx") },
  {
    path: "/settings/notifications",
    title: "page.notifications.title",
    signedIn: true,
    load: () => import("./account/notification-settings.tsx"),
  },
  { path: "/settings/privacy", title: "page.settings.privacy", signedIn: true, load: () => import("./account/privacy.tsx") },
  {
    path: "/{username}/message",
    title: "page.compose.heading",
    signedIn: false,
    isServed: true,
    load: () => import("./compose/compose.tsx"),
  },
];

/** The route of a path, with its parameters. */
export const appRouteOf = (path: string): FoundRoute<AppRoute> | null => findRoute(APP_ROUTES, path);
