import { type FunctionComponent, render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "../parts/controls.tsx";
import { type Reader, ReaderContext, useReader } from "../parts/reader.tsx";
import type { AppPage } from "./app-page.ts";
import { appRouteOf } from "./app-routes.ts";
import { ErrorNote } from "./error-note.tsx";
import { enhanceFrame, showWhoIsHere } from "./frame.ts";
import { followAddress, go } from "./navigation.ts";
import { type OwnReader, ownReader } from "./own-reader.ts";
import { session } from "./surroundings.ts";
import { followUnread, showTitle } from "./title.ts";
import { reader } from "./visitor.ts";

type Shown = AppPage & { readonly Page: FunctionComponent<AppPage>; readonly key: string };

/** Shows the page of the address, and follows the address without loading the document anew. */
function App({ visitor, siteName }: { readonly visitor: Reader; readonly siteName: string }): VNode {
  const [{ about, newZone }, setReader] = useState<OwnReader>({ about: visitor, newZone: null });
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    const open = async (isFirst: boolean) => {
      const { pathname, search } = location;
      const found = appRouteOf(pathname);
      if (!found) return location.reload();
      if (found.route.signedIn && !session.isSignedIn()) return go(`/login?next=${encodeURIComponent(pathname + search)}`);
      const { default: Page } = await found.route.load();
      if (found.route.signedIn) void ownReader(visitor).then(setReader, setFailure);
      showWhoIsHere();
      setFailure(null);
      setShown({ Page, params: found.params, query: new URLSearchParams(search), key: found.route.place ?? pathname });
      showTitle(`${visitor.t(found.route.title)} · ${siteName}`);
      if (session.isSignedIn()) followUnread();
      if (!isFirst) requestAnimationFrame(() => document.querySelector<HTMLElement>("main h1")?.focus());
    };
    const openOrSay = (isFirst: boolean) => void open(isFirst).catch(setFailure);
    followAddress({
      draws: (path) => appRouteOf(path)?.route.isServed === undefined && appRouteOf(path) !== null,
      opened: () => openOrSay(false),
    });
    session.onEnd(() => openOrSay(false));
    openOrSay(true);
  }, []);

  return (
    <ReaderContext.Provider value={about}>
      {failure !== null && <ErrorNote error={failure} />}
      {newZone !== null && (
        <p class="notice good no-print" role="status">
          {about.t("page.settings.zoneSet", { zone: newZone })}
        </p>
      )}
      {shown ? <shown.Page key={shown.key} params={shown.params} query={shown.query} /> : <Loading />}
    </ReaderContext.Provider>
  );
}

/** As the server has sent it, until the page is there. */
function Loading(): VNode {
  const { t } = useReader();
  const found = appRouteOf(location.pathname);
  return (
    <>
      {found && <h1>{t(found.route.title)}</h1>}
      <Skeleton lines={6} />
    </>
  );
}

const main = document.getElementById("main");
if (main) {
  enhanceFrame();
  const about = await reader();
  main.replaceChildren();
  render(<App visitor={about} siteName={document.body.dataset.site ?? ""} />, main);
}
