import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

/** Words of a sentence in a comment at most. */
const MAX_SENTENCE_WORDS = 25;
/** Uses of "kept" at most: it stood for a cache, a derived total, a backup and a stored row. */
const MAX_KEPT = 20;

/** Words that name nothing. */
const NAMELESS = /\b(nobody|somebody|whoever|whatever|none of (?:them|these|those))\b/i;

/** Names that an idea no longer has, and the name that it has. */
const OLD_NAMES: readonly (readonly [old: RegExp, word: string])[] = [
  [/\b(MOST|LONGEST)_[A-Z_]+\b/, "MAX_"],
  [/\b(FEWEST|LEAST|SHORTEST)_[A-Z_]+\b/, "MIN_"],
  [/\b(sharedWork|sharedQuery|inGroups|onGroups|GroupBroken|(may|call|send)\w*Pack(ed|s)?|packable|Pack(ed|able)\w+)\b/, "batch"],
  [/\b(keptAnswers|KeptAnswers)\b/, "response cache"],
  [/\b(keptValues|KeptValues)\b/, "derived total"],
  [/\b(keptSnapshot|KeptSnapshot)\b/, "settings backup"],
];
/** Files that name the old words. */
const SELF = /^test\/architecture\/(words|(architecture|rules-for-one)\.test)\.ts$/;

/** Comments and names that are not in the words of this code, as lines to print. */
export function wordViolations(root: string): string[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !SELF.test(file) && existsSync(join(root, file)));
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const kept = texts.reduce((sum, { text }) => sum + (text.match(/\bkept\b/gi)?.length ?? 0), 0);
  const tooOften = kept > MAX_KEPT ? [`"kept" stands ${kept} times, ${MAX_KEPT} at most: say cached, derived, stored or retained`] : [];
  return [...texts.flatMap(({ file, text }) => violationsOf(file, text)), ...tooOften];
}

function violationsOf(file: string, text: string): string[] {
  const names = OLD_NAMES.flatMap(([old, word]) => {
    const found = old.exec(text)?.[0];
    return found ? [`${file}: ${found} has an old name; the word is ${word}`] : [];
  });
  const comments = commentsOf(file, text).flatMap((comment) => {
    const nameless = NAMELESS.exec(comment)?.[0];
    const long = sentencesOf(comment).filter((sentence) => wordsOf(sentence) > MAX_SENTENCE_WORDS);
    return [
      ...(nameless ? [`${file}: a comment says "${nameless}": ${comment.slice(0, 80)}`] : []),
      ...long.map(
        (sentence) => `${file}: a sentence of ${wordsOf(sentence)} words, ${MAX_SENTENCE_WORDS} at most: ${sentence.slice(0, 80)}`,
      ),
    ];
  });
  return [...names, ...comments];
}

/** The comments of a file. Lines that follow each other are one comment. */
function commentsOf(file: string, text: string): string[] {
  const found: { text: string; end: number; isLine: boolean }[] = [];
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    const last = found.at(-1);
    const isLine = type === "Line";
    if (last?.isLine && isLine && /^\s*$/.test(text.slice(last.end, start)))
      Object.assign(last, { text: `${last.text} ${value.trim()}`, end });
    else
      found.push({
        text: value
          .replace(/\n\s*\*/g, " ")
          .replace(/^\*/, "")
          .trim(),
        end,
        isLine,
      });
  }
  return found.map((comment) => comment.text.replace(/\s+/g, " "));
}

/** The sentences of a page that are too long, without its code blocks; a code span counts as one word, a cell of a table is a text of its own. */
export function longSentencesOf(page: string): string[] {
  const lines = page.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "code");
  const texts = lines
    .replace(/^\|.*$/gm, (row) => row.replaceAll("|", "\n\n"))
    .split(/\n(?=\s*(?:- |\d+\. |#|\n))/)
    .map((text) => text.replace(/^\s*(?:- |\d+\. |#+ )/, "").replace(/\s+/g, " "));
  return texts.flatMap((text) => sentencesOf(text.replaceAll("**", ""))).filter((sentence) => wordsOf(sentence) > MAX_SENTENCE_WORDS);
}

const sentencesOf = (comment: string): string[] => comment.split(/(?<=[.!?;:])\s+/);
const wordsOf = (sentence: string): number => sentence.split(" ").filter((word) => /\w/.test(word)).length;
