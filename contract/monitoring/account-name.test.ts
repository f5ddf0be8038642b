import { expect, test } from "vitest";
import { snapshotName } from "#contract/vps/snapshots";
import { createAccountInput } from "./index";

test("a thing without a name is not asked for a person's", () => {
  const { error } = createAccountInput.safeParse({ number: "1234567", name: " ", activationKey: "x" });
  expect(error?.issues.find(({ path }) => path[0] === "name")?.message).toBe("specifyThingName");
  expect(snapshotName.safeParse("").error?.issues[0]?.message).toBe("specifyThingName");
});
