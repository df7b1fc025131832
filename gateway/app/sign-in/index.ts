import type { AppRoute } from "../ui/app-route.ts";

/** Sign-in, here or with an account of another provider. */
export const routes: readonly AppRoute[] = [
  { path: "/login", title: "page.login.title", signedIn: false, signsIn: true, load: () => import("./login.tsx") },
  { path: "/login/callback", title: "page.login.title", signedIn: false, signsIn: true, load: () => import("./login-callback.tsx") },
  { path: "/accept-invitation", title: "page.invited.title", signedIn: false, load: () => import("./accept-invitation.tsx") },
];

/** Groups of texts that these pages use. */
export const texts = ["page.become", "page.frame", "page.invited", "page.login", "page.register", "page.settings", "page.token"];

/** Contracts that these pages call. */
export const calls = [
  "acceptInvitation",
  "askForPasskey",
  "completeOAuth",
  "completeOAuthLink",
  "confirmOAuth",
  "login",
  "verifySecondFactor",
];
