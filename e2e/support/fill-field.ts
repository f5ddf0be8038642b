import type { Locator } from "@playwright/test";

/** Fills a field with a value: a box is checked, of a list an option is selected. */
export async function fillField(field: Locator, value: string | true): Promise<void> {
  if (value === true) await field.check();
  else if (await field.evaluate((element) => element instanceof HTMLSelectElement))
    await field.selectOption(value);
  else await field.fill(value);
}
