import { describe, expect, it } from "vitest";
import { allEndpoints } from "./index";

/** Names of path parts and input fields that identify a thing. */
const idsOf = ({ path, input }: (typeof allEndpoints)[number]["endpoint"]): string[] => {
  const shape = "shape" in input ? Object.keys(input.shape as object) : [];
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  return [...new Set([...inPath, ...shape])].filter((name) => name === "id" || name.endsWith("_id"));
};

describe("ids in requests", () => {
  it("name the thing that they identify, in paths and fields: serverId, not id", () => {
    const wrong = allEndpoints
      .filter(({ endpoint }) => !endpoint.isNamed)
      .flatMap(({ name, endpoint }) => idsOf(endpoint).map((id) => `${name}: ${id}`));
    expect(wrong).toEqual([]);
  });
});
