import type { VNode } from "preact";
import type { TextKey } from "../texts.ts";
import { Skeleton } from "./controls.tsx";
import { useReader } from "./reader.tsx";

/** The server's placeholder for a client-rendered page. */
export function Waiting({ title }: { readonly title: TextKey }): VNode {
  const { t } = useReader();
  return (
    <>
      <h1>{t(title)}</h1>
      <noscript>
        <p class="notice warn">{t("page.frame.needsScript")}</p>
      </noscript>
      <Skeleton lines={6} />
    </>
  );
}
