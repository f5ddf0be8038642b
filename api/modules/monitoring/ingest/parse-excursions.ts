import type { Excursion } from "#api/modules/monitoring/history/excursions";
import type { FieldFault, Values } from "./fields";
import { Fields } from "./fields";

/** Reads the watched positions of a post; `list` is already cut to the maximum length. */
export function readExcursions(list: Values[], rejected: Record<string, FieldFault>): Excursion[] {
  const read = new Map<string, Excursion>();
  for (const [index, item] of list.entries()) {
    const fields = new Fields(item, `excursions.${index}.`, rejected);
    const position = fields.name("position", 32);
    const [low, high] = [fields.decimal("low"), fields.decimal("high")];
    const whole = fields.integer("whole", 0, 1);
    if (position === null || low === null || high === null || low > high) continue;
    read.set(position, { position, low, high, isWhole: whole === 1 });
  }
  return [...read.values()];
}
