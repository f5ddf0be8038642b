import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Licences that allow shipping the product: permissive ones, and the LGPL for sharp's separate library. */
const allowed =
  /^\(?(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|Unlicense|BlueOak-1\.0\.0|CC0-1\.0|OFL-1\.1|LGPL-3\.0-or-later)(( AND | and | OR )(MIT|ISC|Apache-2\.0|CC0-1\.0|OFL-1\.1|LGPL-3\.0-or-later))*\)?$/;

/** Permission notices, for packages that name no licence in package.json but bring its text. */
const mitText = /Permission is hereby granted, free of charge, to any person obtaining a copy/;

type Locked = { dev?: boolean; license?: string };

/** Returns whether a package's folder has the text of the MIT licence. */
function bringsMitText(folder: string): boolean {
  const file = readdirSync(folder).find((name) => /^licen[sc]e(\.|$)/i.test(name));
  return file !== undefined && mitText.test(readFileSync(`${folder}/${file}`, "utf8").replace(/\s+/g, " "));
}

describe("packages of the product", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
  const shipped = Object.entries(lock.packages).filter(([folder, { dev }]) => folder !== "" && !dev);

  it("have a licence that allows shipping them", () => {
    expect(shipped.length).toBeGreaterThan(100);
    const others = shipped.filter(([folder, { license }]) =>
      license === undefined ? !bringsMitText(folder) : !allowed.test(license),
    );
    expect(others.map(([folder, { license }]) => `${folder}: ${license}`)).toEqual([]);
  });
});
