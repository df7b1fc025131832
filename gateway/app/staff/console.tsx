import { type FunctionComponent, render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "#gateway/ui/parts/controls.tsx";
import { type Reader, ReaderContext, useReader } from "#gateway/ui/parts/reader.tsx";
import { enhanceMenus } from "../client/browser/menus.ts";
import { keepTranslatedTexts } from "../client/browser/translated-texts.ts";
import { enhanceLanguage } from "../client/frame.ts";
import { followAddress, go } from "../client/navigation.ts";
import { arrive, type Way } from "../client/place.ts";
import { reader } from "../client/visitor.ts";
import type { AppPage } from "../ui/app-page.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { findRoute } from "../ui/find-route.ts";
import { useStepUp } from "../ui/step-up/use-step-up.tsx";
import { useLeaving } from "../ui/use-leaving.tsx";
import { Denied } from "./denied.tsx";
import { drawStaffFrame, enhanceStaffFrame } from "./frame/draw-frame.tsx";
import { OnSessionEnd } from "./frame/on-session-end.tsx";
import { routes } from "./index.ts";
import { StaffContext, type StaffReader, staffReader } from "./parts/staff.ts";
import { addPlaceTexts } from "./place-texts.ts";
import { permissionOfPage, type StaffRoute } from "./staff-route.ts";
import { followRefusals, isLeft, onLeave, signOut, staffProver, whoIsSignedIn } from "./staff-session.ts";

interface Shown extends AppPage {
  readonly Page: FunctionComponent<AppPage>;
  readonly key: string;
  /** Null: the page is for signed-out users. */
  readonly staff: StaffReader | null;
}

/** The page of a route for its reader, with its texts. */
async function pageFor(route: StaffRoute, staff: StaffReader | null): Promise<FunctionComponent<AppPage>> {
  if (staff && !staff.may(route.actions[0])) return () => <Denied permission={permissionOfPage(route)} />;
  const [{ default: Page }] = await Promise.all([route.load(), route.texts && addPlaceTexts(route.texts)]);
  return Page;
}

/** Shows staff the page of the address, and follows address changes without reloading the document. */
function Console({ visitor, siteName }: { readonly visitor: Reader; readonly siteName: string }): VNode {
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [hasEnded, setEnded] = useState(false);
  const leaving = useLeaving();
  const stepUp = useStepUp(staffProver);

  useEffect(() => {
    let turn = 0;
    const open = async (way: Way) => {
      turn += 1;
      const own = turn;
      const { pathname, search } = location;
      const found = findRoute(routes, pathname);
      if (!found) return location.reload();
      const { route, params } = found;
      const me = route.signedOut ? null : await whoIsSignedIn();
      if (me === null && !route.signedOut) return go(`/admin/login?next=${encodeURIComponent(pathname + search)}`, "replace");
      const staff = me && staffReader(me, routes);
      const Page = await pageFor(route, staff);
      if (own !== turn) return;
      drawStaffFrame(visitor, staff);
      setFailure(null);
      setShown({ Page, params, query: new URLSearchParams(search), staff, key: route.place ?? pathname });
      document.title = `${visitor.t(route.title)} · ${siteName}`;
      requestAnimationFrame(() => arrive(way));
    };
    const openOrSay = (way: Way) => void open(way).catch(setFailure);
    followAddress({ draws: (path) => !isLeft() && findRoute(routes, path) !== null, opened: openOrSay, asks: leaving.ask });
    document.getElementById("sign-out")?.addEventListener("click", () => void signOut().catch(setFailure));
    onLeave(() => {
      turn += 1;
      drawStaffFrame(visitor, null);
      setShown(null);
    });
    followRefusals({ ended: () => setEnded(true), denied: (permission) => visitor.t("page.console.actionDenied", { permission }) });
    openOrSay("first");
  }, []);

  /** Another person sees nothing of the page before. */
  const goOn = async () => {
    const me = await whoIsSignedIn();
    if (me === null || me.id !== shown?.staff?.me.id) return location.reload();
    const staff = staffReader(me, routes);
    setEnded(false);
    setShown({ ...shown, staff });
    drawStaffFrame(visitor, staff);
  };

  return (
    <ReaderContext.Provider value={visitor}>
      <StaffContext.Provider value={shown?.staff ?? null}>
        {failure !== null && <ErrorNote error={failure} />}
        {leaving.question}
        {stepUp}
        {hasEnded && shown?.staff && <OnSessionEnd done={() => void goOn().catch(setFailure)} close={() => setEnded(false)} />}
        {shown ? <shown.Page key={shown.key} params={shown.params} query={shown.query} /> : <Loading />}
      </StaffContext.Provider>
    </ReaderContext.Provider>
  );
}

/** The skeleton that the server sent stays until the page is loaded. */
function Loading(): VNode {
  const { t } = useReader();
  const found = findRoute(routes, location.pathname);
  return (
    <>
      {found && <h1>{t(found.route.title)}</h1>}
      <Skeleton lines={6} />
    </>
  );
}

const main = document.getElementById("main");
if (main) {
  enhanceLanguage();
  enhanceMenus();
  enhanceStaffFrame();
  const visitor = await reader();
  main.replaceChildren();
  keepTranslatedTexts(main);
  render(<Console visitor={visitor} siteName={document.body.dataset.site ?? ""} />, main);
}
