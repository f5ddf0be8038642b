import { describe, expect, it } from "vitest";
import { exactClient } from "./exact-client";

const [bob, jimbob] = [
  { id: "client1", email: "bob@mail.test" },
  { id: "client2", email: "jimbob@mail.test" },
];

describe("the exact client of a search", () => {
  it("has this e-mail address in any letter case, or this id", () => {
    expect(exactClient([jimbob, bob], " Bob@mail.test ")).toBe(bob);
    expect(exactClient([jimbob, bob], "client2")).toBe(jimbob);
  });

  it("is not one whose address only contains the text, nor one of several", () => {
    expect(exactClient([bob], "bob")).toBeUndefined();
    expect(exactClient([], "")).toBeUndefined();
    expect(exactClient([bob, { ...bob, id: "client3" }], bob.email)).toBeUndefined();
  });
});
