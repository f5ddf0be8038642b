import { expect, test } from "vitest";
import { snapshotName } from "#contract/vps/snapshots";
import { createAccountInput } from "./index";

test("an unnamed account gets a message about its name, not about a person's", () => {
  const { error } = createAccountInput.safeParse({ number: "1234567", name: " ", activationKey: "x" });
  expect(error?.issues.find(({ path }) => path[0] === "name")?.message).toBe("specifyThingName");
  expect(snapshotName.safeParse("").error?.issues[0]?.message).toBe("specifyThingName");
});

test("an activation key broken into lines is joined; one with an invalid character is rejected", () => {
  const read = (activationKey: string) =>
    createAccountInput.safeParse({ number: "1234567", name: "EA", activationKey });
  expect(read(" abcdefgh\r\n12345678 \n").data?.activationKey).toBe("abcdefgh12345678");
  expect(read("abcdefgh 1234567!").success).toBe(false);
  expect(read(" \n ").error?.issues[0]?.message).toBe("specifyActivationKey");
});
