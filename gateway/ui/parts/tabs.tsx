import type { VNode } from "preact";

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly text: string; readonly isCurrent: boolean; readonly number?: string | null }[];
}

/** Views of one list. Each has its own address, so they are links. */
export function Tabs({ label, tabs }: TabsProps): VNode {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ href, text, isCurrent, number = null }) => (
        <a key={href} href={href} aria-current={isCurrent ? "page" : undefined}>
          {text}
          {number !== null && (
            <>
              {" "}
              <span class="count">{number}</span>
            </>
          )}
        </a>
      ))}
    </nav>
  );
}
