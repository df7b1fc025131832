import type { VNode } from "preact";
import { permissionsFor } from "#libs/policies/permissions.ts";
import { STAFF_ROUTES } from "../../app/staff-routes.ts";
import { Icon } from "../../ui/parts/icons.tsx";
import type { TextKey, Texts } from "../../ui/texts.ts";
import { StaffIcon } from "./staff-icons.tsx";

type Route = (typeof STAFF_ROUTES)[number];

const GROUPS = {
  today: null,
  people: "page.console.people",
  money: "page.console.money",
  safety: "page.console.safety",
  content: "page.console.content",
  system: "page.console.system",
} as const satisfies Record<NonNullable<Route["group"]>, TextKey | null>;

/** The permissions of which any one opens a page, with a space between them. */
const permissionsOf = ({ actions: [first] }: Route): string => permissionsFor(first.http.permission).join(" ");

/** The pages of the console by group. The script shows those that the signed-in user may open. */
export function StaffSide({ t }: { readonly t: Texts }): VNode {
  const groups = Object.entries(GROUPS).map(([name, title]) => ({
    name,
    title,
    pages: STAFF_ROUTES.filter(({ group }) => group === name),
  }));
  return (
    <nav id="side" aria-label={t("page.frame.navigation")} data-staff="" hidden>
      {groups
        .filter(({ pages }) => pages.length > 0)
        .map(({ name, title, pages }) => (
          <div key={name} data-group={name} hidden>
            {title !== null && <h2>{t(title)}</h2>}
            {pages.map((page) => (
              <a key={page.path} href={page.path} data-staff={permissionsOf(page)} hidden>
                <StaffIcon path={page.path} />
                <span>{t(page.title)}</span>
                {page.queue && <span class="count" data-waiting={page.queue} hidden />}
              </a>
            ))}
          </div>
        ))}
    </nav>
  );
}

/** Go to, whether the pages are live, and the menu of the account. The script fills them. */
export function StaffHeader({ t }: { readonly t: Texts }): VNode {
  return (
    <>
      <div id="go-to" data-staff="" hidden />
      <div id="live" data-staff="" hidden />
      <div id="keys-help" />
      <Account t={t} />
    </>
  );
}

/** The signed-in member of the staff, with what belongs to the account. */
function Account({ t }: { readonly t: Texts }): VNode {
  return (
    <div class="own" data-staff="" hidden>
      <button type="button" class="quiet" id="menu" aria-expanded="false" aria-controls="side">
        {t("page.console.menu")}
      </button>
      <details class="account" data-menu>
        <summary>
          <Icon name="account" />
          <span class="visually-hidden">{t("page.frame.account")}</span>
        </summary>
        <div class="panel">
          <p>
            <b data-own="email" dir="ltr" />
          </p>
          <p class="hint" data-own="roles" dir="ltr" />
          <div id="keys" />
          <button type="button" class="quiet" id="sign-out">
            {t("page.frame.signOut")}
          </button>
        </div>
      </details>
    </div>
  );
}
