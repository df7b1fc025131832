import type { ComponentChildren, VNode } from "preact";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Time, Written } from "#gateway/ui/parts/values.tsx";
import { PersonName } from "../parts/person.tsx";

interface SavedMeanwhileProps {
  /** Null: it is not known. */
  readonly by: string | null;
  readonly at: string;
  readonly theirs: readonly Theirs[];
}

/** A value that was saved, while the field holds another one. */
interface Theirs {
  readonly name: string;
  readonly value: string;
  /** Puts it into the field. Null: it has none. */
  readonly take: (() => void) | null;
}

/** What was saved while one was writing. It stands beside one's own text, which stays in the fields. */
export function SavedMeanwhile({ by, at, theirs }: SavedMeanwhileProps): VNode {
  const { t } = useReader();
  const who: ComponentChildren = (
    <>
      {by !== null && (
        <>
          <PersonName userId={by} />
          {" · "}
        </>
      )}
      <Time at={at} />
    </>
  );
  return (
    <section class="notice warn" role="status" data-meanwhile>
      <p>
        <Sentence of="page.staffContent.meanwhile" parts={{ who }} />
      </p>
      {theirs.map(({ name, value, take }) => (
        <div key={name}>
          <b>{name}</b>
          <Written text={value} />
          {take && (
            <p class="actions">
              <Button onClick={take}>{t("page.staffContent.take")}</Button>
            </p>
          )}
        </div>
      ))}
    </section>
  );
}
