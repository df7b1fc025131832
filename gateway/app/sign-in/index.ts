import type { AppRoute } from "../ui/app-route.ts";

/** Sign-in, here or with an account of another provider. */
export const routes: readonly AppRoute[] = [
  { path: "/login", title: "page.login.title", signedIn: false, load: () => import("./login.tsx") },
  { path: "/login/callback", title: "page.login.title", signedIn: false, load: () => import("./login-callback.tsx") },
];

/** Groups of texts that these pages use. */
export const texts = ["page.frame", "page.login", "page.settings"];

/** Contracts that these pages call. */
export const calls = ["completeOAuth", "completeOAuthLink", "confirmOAuth", "login", "startOAuth", "verifySecondFactor"];
