import type { ComponentChildren, VNode } from "preact";

interface RowProps {
  /** Id of the row's object, for tests and scripts. */
  readonly id?: string;
  /** Target of the whole row; null: none. */
  readonly href: string | null;
  /** Values at the end of the row. */
  readonly end?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A row of a list. */
export function Row({ id, href, end, children }: RowProps): VNode {
  const content = (
    <>
      <span class="text">{children}</span>
      {end && <span class="end">{end}</span>}
    </>
  );
  return (
    <li data-id={id}>
      {href === null ? (
        <div class="item">{content}</div>
      ) : (
        <a class="item" href={href}>
          {content}
        </a>
      )}
    </li>
  );
}
