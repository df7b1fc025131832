import { getCreator } from "#libs/contracts/creator/creators.ts";
import { staffApi } from "../staff-session.ts";

export const creatorOf = (creatorId: string) => staffApi.call(getCreator, { creatorId });

export type Creator = Awaited<ReturnType<typeof creatorOf>>;

export interface CreatorProps {
  readonly item: Creator;
  /** The creator is no longer what the page shows. */
  changed(): void;
}
