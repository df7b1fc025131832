/** Documents about which one person has asked for what another must confirm. */
export const PROPOSED = { "approval.at": { $gt: new Date(0) } } as const;

/** Few documents wait so, and only they are in this index. */
export const PROPOSED_INDEX = { name: "proposed", key: { "approval.at": -1, _id: -1 }, partialFilterExpression: PROPOSED } as const;

/** How a list of them is read: the latest request first, and of one person as well no more than all that wait. */
export const OF_PROPOSED = { sort: PROPOSED_INDEX.key, hint: PROPOSED_INDEX.name } as const;
