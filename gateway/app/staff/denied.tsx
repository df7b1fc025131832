import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { permissionsFor, type RoutePermission } from "#libs/policies/permissions.ts";

/** Shown instead of a page that the signed-in user may not open. */
export function Denied({ permission }: { readonly permission: RoutePermission | null }): VNode {
  const { t } = useReader();
  const name = (
    <code>
      <bdi dir="ltr">{permissionsFor(permission ?? undefined).join(", ")}</bdi>
    </code>
  );
  return (
    <>
      <h1 tabIndex={-1}>{t("page.error.forbidden")}</h1>
      <Empty action={<a href="/admin">{t("page.console.today")}</a>}>
        <Sentence of="page.console.denied" parts={{ permission: name }} />
      </Empty>
    </>
  );
}
