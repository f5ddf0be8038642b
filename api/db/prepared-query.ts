import type { Database } from "./connect";
import type { Tx } from "./transaction";

type Question<P> = { prepare: (name: string) => P };

/**
 * A frequent query. Its statement is built once per database and shape; each execution only fills in its values
 * (`sql.placeholder`). It has no name on the wire, so that a pooler may send it to any connection (docs/adr/0017).
 *
 * @param build builds the query, with placeholders; the result is cached for each `shape`, so there must be few of
 * them
 */
export function preparedQuery<D extends Database | Tx, P, S extends (string | boolean)[]>(
  build: (db: D, ...shape: S) => Question<P>,
): (db: D, ...shape: S) => P {
  const built = new WeakMap<D, Map<string, P>>();
  return (db, ...shape) => {
    const shapes = built.get(db) ?? new Map<string, P>();
    built.set(db, shapes);
    const key = shape.join();
    const question = shapes.get(key) ?? build(db, ...shape).prepare("");
    shapes.set(key, question);
    return question;
  };
}
