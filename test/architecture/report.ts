import { violations } from "./rules.ts";

// `npm run check:architecture`: prints every breach of the rules of the tree.
const found = violations();
for (const line of found) console.error(line);
process.exit(found.length === 0 ? 0 : 1);
