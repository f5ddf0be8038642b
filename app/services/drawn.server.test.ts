import { expect, test } from "vitest";
import { known } from "#app/lib/drawn";
import { drawnData } from "./drawn.server";

const request = (headers: HeadersInit = {}) => new Request("http://localhost/partner-program", { headers });

test("the data of a document does not travel, and is known where it is drawn", () => {
  const data = drawnData(request({ "sec-fetch-dest": "document" }), { sum: 1 });
  expect(JSON.stringify({ data })).toBe("{}");
  expect(known(data)).toEqual({ sum: 1 });
});

test.each([[{ "sec-fetch-dest": "empty" }], [{}]])(
  "a load within the app, or by who knows whom, gets it: %o",
  (headers) => {
    expect(drawnData(request(headers), { sum: 1 })).toEqual({ sum: 1 });
  },
);
