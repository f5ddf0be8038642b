import type { Locator, Page } from "@playwright/test";
import type { Translations } from "./test";
import { expect } from "./test";

/** Presses the button of an operation, and again if the console asks for a confirmation, until its form is left. */
export async function submitOperation(
  console: Page,
  button: Locator,
  translations: Translations,
): Promise<void> {
  const question = console.getByRole("alert").filter({ hasText: translations("admin")("question") });
  await button.click();
  await expect(async () => {
    if (await question.isVisible()) await button.click();
    await expect(console).not.toHaveURL(/\/operations\//, { timeout: 2_000 });
  }).toPass();
}
