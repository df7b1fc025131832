/** The number of random cases: few in `npm test`, whose seeds are fixed, and many in `npm run search`. */
export const searchSize = (few: number, many: number): number => (process.env.SEARCH === "long" ? many : few);
