import { setTimeout } from "node:timers/promises";
import type { Line } from "#e2e/support/network-conditions";
import { emulateLineOf } from "#e2e/support/network-conditions";
import type { Renter } from "#e2e/support/rent-flow";
import { serversBefore } from "#e2e/support/rent-flow";
import type { PlainBrowser } from "./plain-browser";
import type { Flow } from "./results";
import { visit } from "./visitor";

/** Pauses of a person, in milliseconds: at the login and at each page. */
export type Pauses = { login: number; page: number };

type Visit = { origin: string; line: Line; renter: Renter; hasScript: boolean; pauses: Pauses | null };

/**
 * A client logs in, opens the server list, chooses the first plan and pays. With pauses, the client also types a
 * comment into the order, which touches the form. The flow finds elements by their visible text, so it works for
 * every variant.
 */
export async function rent(
  browser: PlainBrowser,
  { origin, line, renter, hasScript, pauses }: Visit,
): Promise<Flow> {
  const { session, close } = await browser.newPage();
  try {
    const visitor = await visit(session);
    const traffic = await emulateLineOf(session, line);
    if (!hasScript) await session.send("Emulation.setScriptExecutionDisabled", { value: true });
    /** Presses an element and waits for the result to show. */
    const pressed = async (selector: string, show: () => Promise<unknown>) => {
      const documents = visitor.documents();
      const at = await visitor.press(selector);
      await show();
      const ended = performance.now();
      return { waited: ended - at, ended, byScript: visitor.documents() === documents ? 1 : 0 };
    };

    const logInButton = "button[name=intent][value=login]";
    const payButton = "dialog button[name=intent][value=pay]";
    const startedAt = performance.now();
    await visitor.open(`${origin}/login`);
    await visitor.reach(logInButton);
    const usable = performance.now() - startedAt;
    await visitor.type("input[name=email]", renter.email);
    if (pauses) await setTimeout(pauses.login / 2);
    await visitor.type("input[name=password]", renter.password);
    if (pauses) await setTimeout(pauses.login / 2);
    const logIn = await pressed(logInButton, () => visitor.waitForVisible(serverRow(serversBefore)));
    if (pauses) await setTimeout(pauses.page);
    const order = await pressed(".plans button[type=submit]", () => visitor.reach(payButton));
    if (pauses) {
      await visitor.type("dialog input[name=comment]", "London, spare");
      await setTimeout(pauses.page);
    }
    const pay = await pressed(payButton, () => visitor.waitForVisible(serverRow(serversBefore + 1)));
    const { bytes, scriptBytes, requests } = traffic.carried();
    return rounded({
      firstPaint: visitor.firstPaint(),
      usable,
      servers: logIn.ended - startedAt,
      paid: pay.ended - startedAt,
      logIn: logIn.waited,
      order: order.waited,
      pay: pay.waited,
      waiting: logIn.waited + order.waited + pay.waited,
      logInByScript: logIn.byScript,
      orderByScript: order.byScript,
      payByScript: pay.byScript,
      bytes,
      scriptBytes,
      requests,
    });
  } finally {
    await close();
  }
}

const serverRow = (number: number) => `table.servers tbody tr:nth-child(${number})`;

const rounded = (flow: Flow) =>
  Object.fromEntries(Object.entries(flow).map(([name, value]) => [name, Math.round(value)])) as Flow;
