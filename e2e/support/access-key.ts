import type { Page } from "@playwright/test";

/**
 * Presses an access key, with Alt. Playwright's own keyboard sends no character together with Alt, and the browser
 * triggers access keys by characters.
 */
export async function pressAccessKey(page: Page, key: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const pressed = {
    modifiers: 1,
    key,
    code: `Key${key.toUpperCase()}`,
    windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0),
  };
  await session.send("Input.dispatchKeyEvent", {
    type: "keyDown",
    ...pressed,
    text: key,
    unmodifiedText: key,
  });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...pressed }).catch(() => undefined);
  await session.detach().catch(() => undefined);
}
