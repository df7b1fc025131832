import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";

interface OnDemandProps<T> {
  readonly title: TextKey;
  load(): Promise<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** A part of a case that is loaded when it is opened. */
export function OnDemand<T>({ title, load, children }: OnDemandProps<T>): VNode {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t(title)}</summary>
        {isOpen && <Content {...{ title, load, children }} />}
      </details>
    </section>
  );
}

function Content<T>({ title, load, children }: OnDemandProps<T>): VNode {
  return (
    <Loaded query={useQuery(title, load)} lines={2}>
      {children}
    </Loaded>
  );
}
