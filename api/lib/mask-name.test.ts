import { expect, it } from "vitest";
import { maskName } from "./mask-name";

it.each([
  ["Anna Maria Berg", "A*** M***"],
  ["  ivan ", "I***"],
  ["Ольга Петрова", "О*** П***"],
  ["👩‍💻 Dev", "👩‍💻*** D***"],
  ["", "***"],
])("masks %j", (name, masked) => expect(maskName(name)).toBe(masked));

it("reveals nothing of a name's length", () =>
  expect(maskName("Al").length).toBe(maskName("Alexandra").length));
