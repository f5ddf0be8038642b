import { describe, expect, it } from "vitest";
import { isNamedIn } from "./references";

const about = {
  client: "anna@mail.test",
  clientName: "Anna Weber",
  clientId: "client1",
  reason: "Goodwill",
  server: "server1",
  status: "active",
};

describe("isNamedIn", () => {
  it("is true of a parameter that names what the confirmation shows", () => {
    expect(isNamedIn(about, "email", "anna@mail.test")).toBe(true);
    expect(isNamedIn(about, "client", "client1")).toBe(true);
    expect(isNamedIn(about, "id", "server1")).toBe(true);
  });

  it("is false of a text that only equals a shown value", () => {
    expect(isNamedIn(about, "reason", "Anna Weber")).toBe(false);
    expect(isNamedIn(about, "reason", "Goodwill")).toBe(false);
    expect(isNamedIn(about, "reason", "anna@mail.test")).toBe(false);
    expect(isNamedIn(about, "name", "server1")).toBe(false);
  });

  it("is false of a name that the confirmation shows as something else", () => {
    expect(isNamedIn(about, "id", "active")).toBe(false);
    expect(isNamedIn(about, "email", "Anna Weber")).toBe(false);
    expect(isNamedIn(about, "email", "other@mail.test")).toBe(false);
  });
});
