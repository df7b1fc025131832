import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";
import { Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { type Overview, useLive } from "./live.ts";

interface LivePartProps<Name extends keyof Overview> {
  readonly title: TextKey;
  readonly name: Name;
  readonly children: (data: NonNullable<Overview[Name]>) => ComponentChildren;
}

/** A part of the overview. What the reader may not see leaves no gap; a service that is silent is named. */
export function LivePart<Name extends keyof Overview>({ title, name, children }: LivePartProps<Name>): VNode | null {
  const { t } = useReader();
  const id = useId();
  const { overview } = useLive();
  const data = overview?.[name];
  if (overview !== null && data === undefined) return null;
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      {overview === null ? (
        <Skeleton lines={2} />
      ) : data ? (
        children(data as NonNullable<Overview[Name]>)
      ) : (
        <p>{t("page.console.noAnswerYet")}</p>
      )}
    </section>
  );
}
