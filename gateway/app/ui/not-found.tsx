import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";

interface NotFoundProps {
  /** Names the missing object. */
  readonly text: TextKey;
  readonly back: string;
  readonly backText: TextKey;
}

/** Shown for objects that do not exist or belong to other users. The reader cannot tell which. */
export function NotFound({ text, back, backText }: NotFoundProps): VNode {
  const { t } = useReader();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.error.notFound")}</h1>
      <Empty action={<a href={back}>{t(backText)}</a>}>{t(text)}</Empty>
    </>
  );
}
