import { APP_ROUTES } from "./islands/app-routes.ts";
import type { PageData } from "./islands/surroundings.ts";
import type { Page } from "./page.ts";
import { Waiting } from "./parts/waiting.tsx";

/** The pages that their script draws: the server sends frame and skeleton, and nothing of anybody. */
export const appPages: readonly Page[] = APP_ROUTES.filter(({ isServed }) => !isServed).map(({ path, title }) => ({
  path,
  face: "app",
  view: ({ t, config, site }) => ({
    title: t(title),
    data: {
      signInElsewhere: config.read("provider.oauth") !== "off",
      testPayments: site.testPayments,
      issuer: { name: site.name, address: site.publicHost, email: site.supportEmail },
    } satisfies PageData,
    main: <Waiting title={title} />,
  }),
}));
