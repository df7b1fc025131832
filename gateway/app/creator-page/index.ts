import type { AppRoute } from "../ui/app-route.ts";

/** Onboarding of a creator, and the editor of the page. */
export const routes: readonly AppRoute[] = [
  {
    path: "/become-creator",
    title: "page.become.title",
    signedIn: true,
    entrance: "/register",
    load: () => import("./become-creator.tsx"),
  },
  { path: "/page", title: "page.editor.title", signedIn: true, load: () => import("./edit-page.tsx") },
];

/** Groups of texts that these pages use. */
export const texts = [
  "page.become",
  "page.creator",
  "page.dialog",
  "page.editor",
  "page.first",
  "page.inbox",
  "page.links",
  "page.settings",
  "page.sheet",
];

/** Contracts that these pages call. */
export const calls = [
  "addLink",
  "checkUsername",
  "getBioPage",
  "getMyProfile",
  "getPublicBio",
  "listLinks",
  "orderLinks",
  "removeLink",
  "updateBioPage",
  "updateDmSettings",
  "updateLink",
  "updateMyProfile",
  "upgrade",
];
