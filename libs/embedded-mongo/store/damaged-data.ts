import path from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/**
 * The files of a data directory differ from the data that the server has written. The message names the damage, its place and the remedy.
 */
export class DamagedData extends Error {
  readonly damage: string;

  constructor(file: string, damage: string) {
    const directory = path.dirname(file);
    const command = `node ${path.relative("", MAIN)} --data-dir ${directory}`;
    super(
      `embedded-mongo: the data in ${directory} are damaged: ${damage}; restore a copy, or list every damage with \`${command} --check\``,
    );
    this.damage = damage;
  }
}
