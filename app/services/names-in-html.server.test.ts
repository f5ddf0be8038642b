import { expect, test } from "vitest";
import { knownNames, namesIn } from "./names-in-html.server";

const pages = [
  '<p class="card x" id="menu" data-tone="bad" hidden></p><p class="card"></p>',
  '<details name="more"><path stroke="var(--brass)" d="M0 0"></path></details>',
  '<p class="card x" id="menu" data-tone="bad" hidden></p><script>say("var(--ink)")</script>',
];
/** More than fit one word of bits. */
const others = Array.from({ length: 70 }, (_, index) => `.other-${index}`);
const names = [...new Set(pages.flatMap((page) => [...namesIn(page)])), ...others];

test("what is kept by tags finds just what each page names, however often it is asked", () => {
  const known = knownNames(names);
  for (const page of [...pages, ...pages]) expect(known.namesAt(known.placesIn(page))).toEqual(namesIn(page));
});

test("names that the sheet does not know are not found, what is marked besides is", () => {
  const known = knownNames([".card", "--ink", ...others]);
  const places = known.placesIn(pages.join(""));
  known.mark(places, [".other-69", ".nowhere"]);
  expect([...known.namesAt(places)].sort()).toEqual(["--ink", ".card", ".other-69"]);
});
