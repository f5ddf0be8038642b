import { describe, expect, it } from "vitest";
import type { AuditTexts } from "./audit-parts";
import { auditParts } from "./audit-parts";

const labels: Record<string, string> = {
  email: "E-mail",
  amount: "Amount",
  role: "Roles",
  to: "Assigned to",
};
const words: Record<string, string> = { support: "Support", machines: "Servers", nobody: "Nobody" };
const texts: AuditTexts = {
  field: (name) => labels[name] ?? name,
  value: (word) => words[word] ?? word,
};

describe("auditParts", () => {
  it("has the labels of fields, and sums as they are", () => {
    const sum = { cents: 1250, currency: "USD" };
    expect(auditParts(["email=", "role=x", ", amount=", sum], texts)).toEqual([
      "E-mail: ",
      "role=x",
      ", Amount: ",
      sum,
    ]);
  });

  it("has the words of roles, and leaves what people wrote", () => {
    expect(auditParts(["role=", "support, machines", ", text=", "support"], texts)).toEqual([
      "Roles: ",
      "Support, Servers",
      ", text: ",
      "support",
    ]);
  });

  it("has labels and words of replaced values too", () => {
    expect(auditParts(["to: ", "nobody", "; role: ", "support"], texts)).toEqual([
      "Assigned to: ",
      "Nobody",
      "; Roles: ",
      "Support",
    ]);
  });

  it("leaves a text that looks like a name as it is", () => {
    expect(auditParts(["text: ", "first; to: nobody"], texts)).toEqual(["text: ", "first; to: nobody"]);
  });
});
