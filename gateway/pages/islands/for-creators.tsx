import type { ComponentChildren, VNode } from "preact";
import { Empty } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Loaded, useData } from "./data.tsx";
import { isCreator, whoAmI } from "./me.ts";

/** Something that creators have; everybody else reads why it is not there, and how to become one. */
export function ForCreators({ children }: { readonly children: ComponentChildren }): VNode {
  const { t } = useReader();
  const asked = useData("me", whoAmI);
  const become = (
    <a class="button primary" href="/become-creator">
      {t("page.become.title")}
    </a>
  );
  return <Loaded asked={asked}>{(me) => (isCreator(me) ? children : <Empty action={become}>{t("page.denied.creators")}</Empty>)}</Loaded>;
}
