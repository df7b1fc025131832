import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, Skeleton } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { ErrorNote } from "./error-note.tsx";

/** State of a query: loading, data or failure. */
export interface Query<T> {
  readonly data: T | null;
  readonly error: unknown;
  /** Queries again; the current data stays visible until the response arrives. */
  reload(): void;
}

/** Queries once per `key`, and again on {@link Query.reload}. The response to an outdated query is dropped. */
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
  /** Height of the skeleton. */
  readonly lines?: number;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows the data, a skeleton while it loads, or the error with a button to retry. */
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
