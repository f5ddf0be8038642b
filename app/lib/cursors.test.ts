import { describe, expect, it } from "vitest";
import { cursorsOf } from "./cursors";

describe("cursorsOf", () => {
  const of = (query: string) => cursorsOf(new URLSearchParams(query));

  it("returns the cursors of a query", () => {
    expect(of("after=ticket.1..a2b3")).toEqual({ after: "ticket.1..a2b3" });
    expect(of("before=anna%2Bvps%40example.test")).toEqual({ before: "anna+vps@example.test" });
    expect(of("list=drifts-list")).toEqual({});
  });

  it.each(["", "%00", "a%20b", "%D1%87%D1%83%D0%B6%D0%BE%D0%B9", "x".repeat(401)])(
    "drops what is none: %j",
    (text) => expect(of(`after=${text}&before=${text}`)).toEqual({}),
  );
});
