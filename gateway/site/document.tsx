import type { VNode } from "preact";
import { locales } from "#libs/platform/i18n/locales.ts";
import { ReaderContext } from "../ui/parts/reader.tsx";
import type { Assets } from "./assets/assets.ts";
import { Frame } from "./frame.tsx";
import type { Page, PageContext, View } from "./page.ts";

interface DocumentProps {
  readonly page: Pick<Page, "shell" | "isSecret">;
  readonly about: PageContext;
  readonly view: View;
  readonly assets: Pick<Assets, "styles" | "scripts" | "texts" | "placeTexts" | "font">;
}

/** The script of the display face; the style sheets name it too. */
const FONT_SCRIPT = "Latn";

/** The HTML document around a view. */
export function Document({ page: { shell, isSecret }, about, view, assets }: DocumentProps): VNode {
  const { locale, site } = about;
  const { script } = new Intl.Locale(locale).maximize();
  return (
    <html lang={locale} dir={locales[locale].direction} data-script={script} data-template={view.template}>
      <head>
        <meta charset="utf-8" />
        <title>{view.title === site.name ? site.name : `${view.title} · ${site.name}`}</title>
        <meta name="viewport" content="width=device-width, viewport-fit=cover, interactive-widget=resizes-content" />
        <meta name="color-scheme" content="light dark" />
        {(view.noindex || isSecret || (shell !== "public" && !view.isListed)) && <meta name="robots" content="noindex" />}
        <link rel="icon" href="/favicon.ico" sizes="any" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {shell === "public" && script === FONT_SCRIPT && (
          <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
        )}
        <link rel="stylesheet" href={assets.styles[shell]} />
        <script type="module" src={assets.scripts[shell]} />
        {view.head}
      </head>
      <body
        data-shell={shell}
        data-site={site.name}
        data-texts={assets.texts(shell, locale)}
        data-place-texts={shell === "console" ? JSON.stringify(assets.placeTexts(locale)) : undefined}
      >
        <ReaderContext.Provider value={{ ...about, now: () => about.now }}>
          {view.isBare ? (
            <main id="main">{view.main}</main>
          ) : (
            <Frame shell={shell} about={about}>
              {view.main}
            </Frame>
          )}
        </ReaderContext.Provider>
        {view.data !== undefined && <JsonData data={view.data} />}
      </body>
    </html>
  );
}

/**
 * Data for the script of the shell. It is data and no script, so the content security policy permits it. `<` is escaped, so no value can
 * close the element.
 */
function JsonData({ data }: { readonly data: unknown }): VNode {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script type="application/json" id="data" dangerouslySetInnerHTML={{ __html: json }} />;
}
