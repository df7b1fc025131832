import type { ComponentChildren, VNode } from "preact";
import { Name, Time } from "#gateway/ui/parts/values.tsx";
import { Person } from "../../parts/person.tsx";

interface FirstRequestProps {
  readonly of: { readonly by: string; readonly at: string; readonly reason: string };
  /** What was asked for. */
  readonly children?: ComponentChildren;
}

/** What the first of two people has asked for, when and why, so that the second one decides knowing it. */
export function FirstRequest({ of: { by, at, reason }, children }: FirstRequestProps): VNode {
  return (
    <>
      {children !== undefined && <>{children} · </>}
      <Person userId={by} isPlain /> {"· "}
      <Time at={at} /> {"· "}
      <Name>{reason}</Name>
    </>
  );
}
