import { expect, test } from "vitest";
import { mailTransport } from "./index";

test("half of a signature's settings is refused in words", () => {
  const log = { info: () => {} };
  const about = {
    dataDir: "/nowhere",
    publicOrigin: "https://cabinet.example",
    productName: "Tradehost",
    log,
  };
  const settings = { DKIM_SELECTOR: "s1" };
  expect(() => mailTransport({ ...about, settings })).toThrow("DKIM_KEY_FILE");
});
