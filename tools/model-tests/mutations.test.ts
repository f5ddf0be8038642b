import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mutations } from "./mutations";

it.each(mutations.map((fault) => [fault.name, fault] as const))(
  "the mutation applies to the sources: %s",
  (_, fault) => {
    expect(readFileSync(fault.file, "utf8").split(fault.from)).toHaveLength(2);
  },
);
