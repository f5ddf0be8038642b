import { expect, test } from "vitest";
import { snapshotName } from "#contract/vps/snapshots";
import { createAccountInput } from "./index";

test("a thing without a name is not asked for a person's", () => {
  const { error } = createAccountInput.safeParse({ number: "1234567", name: " ", activationKey: "x" });
  expect(error?.issues.find(({ path }) => path[0] === "name")?.message).toBe("specifyThingName");
  expect(snapshotName.safeParse("").error?.issues[0]?.message).toBe("specifyThingName");
});

test("an activation key that was broken into lines is put together; one with another letter is none", () => {
  const read = (activationKey: string) =>
    createAccountInput.safeParse({ number: "1234567", name: "EA", activationKey });
  expect(read(" abcdefgh\r\n12345678 \n").data?.activationKey).toBe("abcdefgh12345678");
  expect(read("abcdefgh 1234567!").success).toBe(false);
  expect(read(" \n ").error?.issues[0]?.message).toBe("specifyActivationKey");
});
