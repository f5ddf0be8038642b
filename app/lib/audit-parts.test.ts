import { describe, expect, it } from "vitest";
import { auditParts } from "./audit-parts";

const labels: Record<string, string> = {
  email: "E-mail",
  amount: "Amount",
  role: "Roles",
  to: "Assigned to",
};
const label = (name: string) => labels[name] ?? name;

describe("auditParts", () => {
  it("has the labels of fields, and sums as they are", () => {
    const sum = { cents: 1250, currency: "USD" };
    expect(auditParts(["email=", "role=x", ", amount=", sum], label)).toEqual([
      "E-mail: ",
      "role=x",
      ", Amount: ",
      sum,
    ]);
  });

  it("leaves words, which come translated, and what people wrote", () => {
    expect(auditParts(["role=", "Support, Servers", ", text=", "support"], label)).toEqual([
      "Roles: ",
      "Support, Servers",
      ", text: ",
      "support",
    ]);
  });

  it("has labels of replaced values too", () => {
    expect(auditParts(["to: ", "Nobody", "; role: ", "Support"], label)).toEqual([
      "Assigned to: ",
      "Nobody",
      "; Roles: ",
      "Support",
    ]);
  });

  it.each(["first; to: nobody", "to=", ", role=", "; to: "])(
    "leaves a text that looks like a name: %s",
    (text) => {
      expect(auditParts(["text: ", text], label)).toEqual(["text: ", text]);
    },
  );
});
