import { folderViolations } from "./folders.ts";
import { folderCircles, readImports } from "./imports.ts";
import { textViolations } from "./texts.ts";
import { wordViolations } from "./words.ts";

// `npm run check:architecture`: prints every breach of the rules of the tree. An argument names another root.
const root = process.argv[2] ?? process.cwd();
const { files, violations } = await readImports(root);
const found = [...violations, ...folderCircles(files), ...folderViolations(root), ...textViolations(root), ...wordViolations(root)];
for (const line of found) console.error(line);
process.exit(found.length === 0 ? 0 : 1);
