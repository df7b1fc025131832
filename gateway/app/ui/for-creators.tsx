import type { ComponentChildren, VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { isCreator, whoAmI } from "../client/me.ts";
import { Loaded, useQuery } from "./use-query.tsx";

/** A page for creators. Other users read why it is missing, and how to become a creator. */
export function ForCreators({ children }: { readonly children: ComponentChildren }): VNode {
  const { t } = useReader();
  const query = useQuery("me", whoAmI);
  const become = (
    <a class="button primary" href="/become-creator">
      {t("page.become.title")}
    </a>
  );
  return <Loaded query={query}>{(me) => (isCreator(me) ? children : <Empty action={become}>{t("page.denied.creators")}</Empty>)}</Loaded>;
}
