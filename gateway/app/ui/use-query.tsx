import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { ErrorNote } from "./error-note.tsx";

/** What a page asks the interface for: nothing yet, the data, or why there is none. */
export interface Query<T> {
  readonly data: T | null;
  readonly error: unknown;
  /** Asks again; what is shown stays until the answer comes. */
  reload(): void;
}

/** Asks once for each `key`, and again on {@link Query.reload}. An answer that comes after a later question is dropped. */
export function useQuery<T>(key: string, load: () => Promise<T>): Query<T> {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly data: T | null; readonly error: unknown } | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isLate = false;
    const keep = (data: T | null, error: unknown) => {
      if (!isLate) setAnswer((before) => ({ key, data: error === null || before?.key !== key ? data : before.data, error }));
    };
    load().then(
      (data) => keep(data, null),
      (error: unknown) => keep(null, error),
    );
    return () => {
      isLate = true;
    };
  }, [key, turn]);
  const isOld = answer?.key !== key;
  return { data: isOld ? null : answer.data, error: isOld ? null : answer.error, reload: () => setTurn((before) => before + 1) };
}

interface LoadedProps<T> {
  readonly query: Query<T>;
  /** Height of what is loading. */
  readonly lines?: number;
  readonly children: (data: T) => ComponentChildren;
}

/** The data, its place while it is loading, or what went wrong with a way to ask again. */
export function Loaded<T>({ query: { data, error, reload }, lines = 6, children }: LoadedProps<T>): VNode {
  const { t } = useReader();
  return (
    <>
      {error !== null && (
        <>
          <ErrorNote error={error} />
          <p class="actions">
            <Button onClick={reload}>{t("page.error.tryAgain")}</Button>
          </p>
        </>
      )}
      {data !== null ? children(data) : error === null && <Skeleton lines={lines} />}
    </>
  );
}
