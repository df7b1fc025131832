import { type Doc, matches, NotSimulated, sorted } from "./documents.ts";

type Stage = Readonly<Record<string, unknown>>;
/** The documents of a collection that match a filter. */
type Select = (collection: string, filter: object) => Doc[];

interface Union {
  readonly coll: string;
  readonly pipeline: readonly Stage[];
}

/** Applies the stages of a pipeline to the documents of a collection. Throws on an unknown stage. */
export function aggregated(select: Select, collection: string, pipeline: readonly Stage[]): Doc[] {
  return pipeline.reduce<Doc[]>(
    (docs, stage) => {
      const [[name, operand]] = Object.entries(stage) as [[string, unknown]];
      const run = STAGES[name];
      if (!run) throw new NotSimulated(name);
      return run(docs, operand as never, select);
    },
    select(collection, {}),
  );
}

const STAGES: Readonly<Record<string, (docs: Doc[], operand: never, select: Select) => Doc[]>> = {
  $match: (docs, filter: object) => docs.filter((doc) => matches(doc, filter)),
  $sort: (docs, sort: Readonly<Record<string, 1 | -1>>) => sorted([...docs], sort),
  $skip: (docs, count: number) => docs.slice(count),
  $limit: (docs, count: number) => docs.slice(0, count),
  // Like MongoDB: no input gives no document.
  $count: (docs, field: string) => (docs.length > 0 ? [{ [field]: docs.length }] : []),
  $unionWith: (docs, { coll, pipeline }: Union, select) => [...docs, ...aggregated(select, coll, pipeline)],
};
