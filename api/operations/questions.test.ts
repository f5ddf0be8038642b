import { describe, expect, it } from "vitest";
import { unquestionedOperations } from "#contract/admin/unquestioned-operations";
import { allOperations } from "./program";

const operations = [...allOperations().values()];

describe("an operation", () => {
  it("asks before it changes something, unless it is listed as one that needs no question", () => {
    const silent = operations.filter(({ isRead, confirm }) => !isRead && !confirm).map(({ name }) => name);
    expect(silent.sort()).toEqual([...unquestionedOperations].sort());
  });

  it("that changes nothing does not ask", () => {
    expect(operations.filter(({ isRead, confirm }) => isRead && confirm)).toEqual([]);
  });

  it.each([
    "staff roles",
    "partner terms",
    "tariffs set",
    "alerts show",
    "promo-codes create",
    "withdrawals send",
    "test-servers approve",
    "clients unblock",
  ])("%s asks", (name) => {
    expect(allOperations().get(name)?.confirm).toBeDefined();
  });

  it("that is answered twenty times in a row by keyboard does not ask", () => {
    expect(allOperations().get("tickets reply")?.confirm).toBeUndefined();
  });
});
