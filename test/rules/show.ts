import { enableCompileCache } from "node:module";
import { compileCache } from "#deploy/launch/compile-cache.ts";

// `npm run rules -- MSG-35` prints the demand, the code and the tests of a rule. `-- MSG` lists an area, `-- frozen` the rules that say so;
// without an argument it lists all areas.
enableCompileCache(compileCache.NODE_COMPILE_CACHE);
const { explain, listArea, listAreas, listSaying, nearestIds } = await import("./explain.ts");
const words = process.argv.slice(2);
if (words.length === 0) console.log(listAreas());
for (const [index, word] of words.entries()) {
  const id = word.toUpperCase();
  const text = explain(id) ?? listArea(id) ?? listSaying(word);
  if (text === null) {
    console.error(`no rule is called ${id}; the nearest are ${nearestIds(id).join(", ")}`);
    process.exitCode = 1;
  } else console.log(index > 0 ? `\n${text}` : text);
}
