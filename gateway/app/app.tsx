import { type FunctionComponent, render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "../ui/parts/controls.tsx";
import { type Reader, ReaderContext, useReader } from "../ui/parts/reader.tsx";
import { type Done, Toast } from "../ui/parts/toast.tsx";
import { appRouteOf } from "./app-routes.ts";
import { session } from "./client/api.ts";
import { hasShownUser, keepSignInCookie } from "./client/browser/sign-in-mark.ts";
import { keepTranslatedTexts } from "./client/browser/translated-texts.ts";
import { enhanceFrame, showWhoIsHere } from "./client/frame.ts";
import { followAddress, go, onward } from "./client/navigation.ts";
import { followOwnFrame, showOwnFrame } from "./client/own/own-frame.tsx";
import { followUnread, showTitle } from "./client/own/unread.ts";
import { type OwnReader, ownReader } from "./client/own-reader.ts";
import { arrive, type Way } from "./client/place.ts";
import { reader } from "./client/visitor.ts";
import type { AppPage } from "./ui/app-page.ts";
import type { AppRoute } from "./ui/app-route.ts";
import { ErrorNote } from "./ui/error-note.tsx";
import { useStepUp } from "./ui/step-up/use-step-up.tsx";
import { userProver } from "./ui/step-up/user-prover.ts";
import { showUnconfirmed } from "./ui/unconfirmed.tsx";
import { useLeaving } from "./ui/use-leaving.tsx";

type Shown = AppPage & { readonly Page: FunctionComponent<AppPage>; readonly key: string };
type Found = NonNullable<ReturnType<typeof appRouteOf>>;

interface AppProps {
  readonly visitor: Reader;
  readonly siteName: string;
  /** The page to render first; null: load the page of the address. */
  readonly first: Shown | null;
}

async function pageOf({ route, params }: Found, { pathname, search }: Pick<Location, "pathname" | "search">): Promise<Shown> {
  const { default: Page } = await route.load();
  return { Page, params, query: new URLSearchParams(search), key: route.place ?? pathname };
}

/** Whether this script renders the page of a path, for the reader as it is now. */
function draws(path: string): boolean {
  const route = appRouteOf(path)?.route;
  return route !== undefined && !route.isServed && (!route.isShared || session.isSignedIn()) && !isOfNext(route);
}

/** Whether another user may sign in on the page, so that nothing of the one before goes on in its document. */
const isOfNext = ({ signsIn }: AppRoute): boolean => signsIn === true && hasShownUser();

/** Renders the page of the address, and follows address changes without reloading the document. */
function App({ visitor, siteName, first }: AppProps): VNode {
  const [{ about, newZone }, setReader] = useState<OwnReader>({ about: visitor, newZone: null });
  const [shown, setShown] = useState<Shown | null>(first);
  const [failure, setFailure] = useState<unknown>(null);
  // Pages of two users share no state.
  const [user, setUser] = useState(1);
  const leaving = useLeaving();
  const stepUp = useStepUp(userProver);

  useEffect(() => {
    let turn = 0;
    const open = async (why: Way | "expired") => {
      turn += 1;
      const own = turn;
      const { pathname, search } = location;
      const found = appRouteOf(pathname);
      if (!found || (why === "back" && isOfNext(found.route))) return location.reload();
      if (found.route.signedIn && !session.isSignedIn()) {
        if (found.route.isShared && keepSignInCookie()) return location.reload();
        const { entrance = "/login" } = found.route;
        return go((why === "expired" ? "/login" : entrance) + onward(pathname + search), "replace");
      }
      const opened = await pageOf(found, { pathname, search }).catch((error: unknown) => {
        if (own === turn) throw error;
      });
      // The reader has moved on while the page was loading.
      if (!opened || own !== turn) return;
      if (found.route.signedIn) void ownReader(visitor).then(setReader, setFailure);
      showWhoIsHere();
      setFailure(null);
      setShown(opened);
      showTitle(`${visitor.t(found.route.title)} · ${siteName}`);
      if (session.isSignedIn() && !found.route.signsIn) showForReader(visitor, found);
      requestAnimationFrame(() => own === turn && arrive(why === "expired" ? "on" : why));
    };
    const openOrSay = (why: Parameters<typeof open>[0]) => void open(why).catch(setFailure);
    followAddress({
      draws,
      opened: openOrSay,
      asks: leaving.ask,
    });
    session.onEnd((how) => {
      showWhoIsHere();
      // Who has signed out here leads on. However long the next page takes, nothing of the earlier user stays.
      if (how === "signed out") {
        turn += 1;
        setUser((before) => before + 1);
        setShown(null);
        setReader({ about: visitor, newZone: null });
        return;
      }
      openOrSay("expired");
    });
    openOrSay("first");
  }, []);

  return (
    <ReaderContext.Provider value={about}>
      {failure !== null && <ErrorNote error={failure} />}
      {newZone !== null && <NewZone zone={newZone} />}
      {leaving.question}
      {stepUp}
      {shown ? <shown.Page key={`${user} ${shown.key}`} params={shown.params} query={shown.query} /> : <Loading />}
    </ReaderContext.Provider>
  );
}

/** Says once that the account has adopted the time zone of the browser. */
function NewZone({ zone }: { readonly zone: string }): VNode {
  const { t } = useReader();
  const [done, setDone] = useState<Done | null>({ text: t("page.settings.zoneSet", { zone }) });
  return <Toast done={done} close={() => setDone(null)} />;
}

/** What the frame shows of the reader. */
function showForReader(visitor: Reader, { route }: Found): void {
  void showOwnFrame();
  followOwnFrame();
  followUnread(visitor.t);
  showUnconfirmed(visitor, route.saysUnconfirmed);
}

/** The skeleton that the server sent stays until the page is loaded. */
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
  const found = appRouteOf(location.pathname);
  // The server's markup of a page stays until its script is loaded. If the script cannot be loaded, the page says so.
  const drawn = found?.route.isServed ? pageOf(found, location).catch(() => null) : null;
  const [about, first] = await Promise.all([reader(), drawn]);
  main.replaceChildren();
  keepTranslatedTexts(main);
  render(<App visitor={about} siteName={document.body.dataset.site ?? ""} first={first} />, main);
}
