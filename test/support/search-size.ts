/** How much a search by chance tries: little in `npm test`, whose seeds are fixed, and much in `npm run search`. */
export const searchSize = (few: number, many: number): number => (process.env.SEARCH === "long" ? many : few);
