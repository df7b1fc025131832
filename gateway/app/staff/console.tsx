import { type FunctionComponent, render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "#gateway/ui/parts/controls.tsx";
import { type Reader, ReaderContext, useReader } from "#gateway/ui/parts/reader.tsx";
import type { Permission } from "#libs/policies/permissions.ts";
import { keepTranslatedTexts } from "../client/browser/translated-texts.ts";
import { enhanceLanguage, showWhere } from "../client/frame.ts";
import { followAddress, go } from "../client/navigation.ts";
import { arrive, type Way } from "../client/place.ts";
import { reader } from "../client/visitor.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { findRoute } from "../ui/find-route.ts";
import { useLeaving } from "../ui/use-leaving.tsx";
import { Denied } from "./denied.tsx";
import { routes } from "./index.ts";
import type { StaffPage } from "./staff-page.ts";
import { onSignOut, type Staff, signOut, whoIsSignedIn } from "./staff-session.ts";

type Shown = StaffPage & { readonly Page: FunctionComponent<StaffPage>; readonly key: string };

/** Shows staff the page of the address, and follows address changes without reloading the document. */
function Console({ visitor, siteName }: { readonly visitor: Reader; readonly siteName: string }): VNode {
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const leaving = useLeaving();

  useEffect(() => {
    const open = async (way: Way) => {
      const { pathname, search } = location;
      const found = findRoute(routes, pathname);
      if (!found) return location.reload();
      const { permission, signedOut, title, load } = found.route;
      const me = signedOut ? null : await whoIsSignedIn();
      if (me === null && !signedOut) return go(`/admin/login?next=${encodeURIComponent(pathname + search)}`, "replace");
      const may = (needed: Permission) => me?.permissions.includes(needed) ?? false;
      const isAllowed = permission === null || may(permission);
      const Page = isAllowed ? (await load()).default : () => <Denied permission={permission} />;
      showWays(me);
      setFailure(null);
      setShown({ Page, params: found.params, query: new URLSearchParams(search), may, key: pathname });
      document.title = `${visitor.t(title)} · ${siteName}`;
      requestAnimationFrame(() => arrive(way));
    };
    const openOrSay = (way: Way) => void open(way).catch(setFailure);
    followAddress({ draws: (path) => findRoute(routes, path) !== null, opened: openOrSay, asks: leaving.ask });
    document.getElementById("sign-out")?.addEventListener("click", () => void signOut().catch(setFailure));
    onSignOut(() => {
      showWays(null);
      setShown(null);
      openOrSay("on");
    });
    openOrSay("first");
  }, []);

  return (
    <ReaderContext.Provider value={visitor}>
      {failure !== null && <ErrorNote error={failure} />}
      {leaving.question}
      {shown ? <shown.Page key={shown.key} params={shown.params} query={shown.query} may={shown.may} /> : <Loading />}
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

/** Shows the navigation links that a user may open; null: signed out. */
function showWays(me: Staff | null): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-staff]")) {
    const needed = element.dataset.staff ?? "";
    element.hidden = me === null || (needed !== "all" && !me.permissions.includes(needed));
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".ways a")) showWhere(link);
}

const main = document.getElementById("main");
if (main) {
  enhanceLanguage();
  const visitor = await reader();
  main.replaceChildren();
  keepTranslatedTexts(main);
  render(<Console visitor={visitor} siteName={document.body.dataset.site ?? ""} />, main);
}
