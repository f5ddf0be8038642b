import { expect, it } from "vitest";
import { referencesIn } from "./affected-client";

it("reads a client from what a command names, not from texts that mention another", () => {
  const texts = {
    reference: "boris@demo.test",
    to: "boris@demo.test",
    note: "demo-boris",
    en: "server1",
    name: "a",
  };
  expect(referencesIn({ ...texts, withdrawalId: "withdrawal1" })).toEqual(["withdrawal1"]);
});
