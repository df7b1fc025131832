import type { ComponentChildren, VNode } from "preact";

interface RowProps {
  /** Of what the row is about, for tests and for whoever looks for it. */
  readonly id?: string;
  /** Where the whole row leads; null: nowhere. */
  readonly href: string | null;
  /** What is known of it, at the end of the row. */
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
        <div class="line">{content}</div>
      ) : (
        <a class="line" href={href}>
          {content}
        </a>
      )}
    </li>
  );
}
