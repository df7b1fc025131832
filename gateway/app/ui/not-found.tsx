import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";

interface NotFoundProps {
  /** Says what is not there. */
  readonly text: TextKey;
  readonly back: string;
  readonly backText: TextKey;
}

/** The page of something that does not exist, or that is somebody else's: the reader cannot tell which. */
export function NotFound({ text, back, backText }: NotFoundProps): VNode {
  const { t } = useReader();
  return (
    <>
      <h1 tabIndex={-1}>{t("page.error.notFound")}</h1>
      <Empty action={<a href={back}>{t(backText)}</a>}>{t(text)}</Empty>
    </>
  );
}
