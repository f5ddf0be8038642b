import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";

export type Moment = "before" | "after";
export type FromFakeVendor =
  | { type: "ready"; settings: Record<string, string> }
  | { type: "asked"; id: number; question: string; moment: Moment }
  | { type: "counted"; counted: Record<string, unknown> };
export type ToFakeVendor = { type: "answer"; id: number; what: "goOn" | "lose" } | { type: "count" };

export type FakeVendorProcess = {
  /** Settings by which the cabinet reaches the vendor. */
  settings: Record<string, string>;
  /** Returns the objects created at the vendor. */
  count: () => Promise<Record<string, unknown>>;
  stop: () => Promise<void>;
};

/**
 * Starts a fake vendor in a separate process; `onRequest` decides what happens to each request, before and after it
 * is processed.
 */
export async function startFakeVendorProcess(
  args: string[],
  onRequest: (question: string, moment: Moment) => Promise<"goOn" | "lose">,
): Promise<FakeVendorProcess> {
  const child = fork("e2e/support/fake-vendor.ts", args, { execArgv: ["--import", "tsx"] });
  const send = (message: ToFakeVendor) => void (child.connected && child.send(message));
  child.on("message", async (message: FromFakeVendor) => {
    if (message.type !== "asked") return;
    const { id, question, moment } = message;
    send({ type: "answer", id, what: await onRequest(question, moment) });
  });
  const { settings } = await nextMessage(child, "ready");
  return {
    settings,
    count: async () => {
      const counted = nextMessage(child, "counted");
      send({ type: "count" });
      return (await counted).counted;
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

function nextMessage<Type extends FromFakeVendor["type"]>(
  child: ChildProcess,
  type: Type,
): Promise<Extract<FromFakeVendor, { type: Type }>> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error("A far end has ended"));
    const listen = (message: FromFakeVendor) => {
      if (message.type !== type) return;
      child.off("message", listen).off("exit", ended);
      resolve(message as Extract<FromFakeVendor, { type: Type }>);
    };
    child.on("message", listen).once("exit", ended);
  });
}
