import type { Database } from "./connect";
import type { Tx } from "./transaction";

type Question<P> = { prepare: (name: string) => P };

/**
 * A question that is asked all the time: its statement is built once for a database and each shape, and each time only its values
 * (`sql.placeholder`) are put in. On the wire it has no name, so that a pooler may hand it to any connection (docs/adr/0017).
 *
 * @param build makes the question, with placeholders; it is kept for each `shape`, so there must be few of them
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
