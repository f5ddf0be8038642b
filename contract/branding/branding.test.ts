import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contrast, readBrand } from "./brand";
import { productMark } from "./mark";
import { supportHoursText } from "./support-hours";
import { tokens } from "./tokens";

describe("colours", () => {
  it("of the stylesheet match the one source", () => {
    const sheet = readFileSync("app/styles/tokens.css", "utf8");
    const colors = [...sheet.matchAll(/--([\w-]+): ([^;]*#[^;]*);/g)].map(([, name = "", value = ""]) => {
      const [, light = value, dark = value] = /^light-dark\((\S+), (\S+)\)$/.exec(value) ?? [];
      return [name, { light, dark }];
    });
    expect(Object.fromEntries(colors)).toEqual(tokens);
  });

  it("appear in no other file of the product", () => {
    /** Generated reports in the format of other programs, which have their own colours. */
    const foreign = /\/import\/generate\//;
    const files = ["api", "app", "public", "contract", "locales"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(tsx?|css|svg|m?js|json|html)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => !/\.(test|bench)\.|testing\.ts$/.test(path) && !foreign.test(path)),
    );
    expect(files.length).toBeGreaterThan(500);
    const colorSources = ["app/styles/tokens.css", "contract/branding/tokens.ts"];
    const holding = files.flatMap((path) => {
      // finds colours only as whole values: "#123" and `#a` in a sentence or a URL are none
      const text = readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      const matches = [
        ...text.matchAll(
          /(?<=["'`:;,(=\s])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?=["'`;,)<\s}]|$)|\b(?:rgba?|hsla?|oklch)\([\d]/gim,
        ),
      ];
      return matches.map(([value]) => `${path}: ${value}`);
    });
    expect(holding.filter((line) => !colorSources.some((path) => line.startsWith(`${path}:`)))).toEqual([]);
    expect(holding.length).toBeGreaterThan(0);
  });

  it("of text have a contrast of 4.5:1 on their background, in light and dark theme", () => {
    const pairs = [
      ...(["text", "muted", "accent", "positive", "negative"] as const).flatMap((name) =>
        (["page", "surface"] as const).map((ground) => [name, ground] as const),
      ),
      ...(["on-band", "band-muted", "band-accent"] as const).map((name) => [name, "band"] as const),
      ["on-accent", "accent"] as const,
      ["on-negative", "negative"] as const,
      ["on-brass", "brass"] as const,
      ["warning", "warning-soft"] as const,
    ];
    for (const [name, ground] of pairs)
      for (const theme of ["light", "dark"] as const)
        expect(
          contrast(tokens[name][theme], tokens[ground][theme]),
          `${name} on ${ground}, ${theme}`,
        ).toBeGreaterThanOrEqual(4.5);
    expect(contrast("#fff", "#000")).toBeCloseTo(21);
  });
});

describe("brand", () => {
  it("is the default one without settings", () => {
    expect(readBrand({})).toMatchObject({
      name: "Tradehost",
      mark: productMark,
      legal: [],
      supportEmail: "",
      supportHours: null,
    });
    expect(readBrand({}).band.band).toBe(tokens.band.dark);
  });

  it("comes from settings: name, logo, header colour, provider, support hours", () => {
    const brand = readBrand({
      PRODUCT_NAME: "Fjord VPS",
      BRAND_MARK: "FV",
      BRAND_BAND: "#0b3d2e",
      LEGAL_NAME: "Fjord AS",
      LEGAL_ADDRESS: "Havnegata 1, Bergen",
      LEGAL_DETAILS: "Org. no. 912 345 678 ;",
      SUPPORT_HOURS: "Mon-Fri 09:00-18:00 UTC+03:00",
    });
    expect(brand).toMatchObject({ name: "Fjord VPS", mark: { letters: "FV" } });
    expect(brand.legal).toEqual(["Fjord AS", "Org. no. 912 345 678", "Havnegata 1, Bergen"]);
    expect(brand.band.band).toBe("#0b3d2e");
    expect(brand.band["band-raised"]).not.toBe(tokens["band-raised"].dark);
    const hours = brand.supportHours;
    expect(hours && supportHoursText(hours, "en")).toBe("Mon–Fri, 09:00–18:00 UTC+03:00");
    expect(hours && supportHoursText(hours, "ru")).toBe("пн–пт, 09:00–18:00 UTC+03:00");
    expect(readBrand({ SUPPORT_HOURS: "24/7" }).supportHours).toBe("always");
    expect(readBrand({ BRAND_MARK: "M4 5h20v7H4z" }).mark).toMatchObject({
      strokes: [{ d: "M4 5h20v7H4z" }],
    });
  });

  it("is rejected with an explanation if text is unreadable on its header colour, or if a setting is invalid", () => {
    expect(() => readBrand({ BRAND_BAND: "#e0b15c" })).toThrow(
      /^BRAND_BAND is #e0b15c: text on it would have a contrast of 1\.\d\d:1, at least 4\.5:1 is needed\. Choose a darker colour\.$/,
    );
    expect(() => readBrand({ BRAND_BAND: "#566082" })).toThrow(/quiet text on it/);
    expect(() => readBrand({ BRAND_BAND: "navy" })).toThrow(/six digits/);
    expect(() => readBrand({ BRAND_MARK: '"><script>' })).toThrow(/^BRAND_MARK/);
    expect(() => readBrand({ SUPPORT_HOURS: "in the morning" })).toThrow(/^SUPPORT_HOURS/);
  });

  it("has a contrast of 4.5:1 for every text on an accepted header colour", () => {
    let accepted = 0;
    for (let value = 0; value < 0x1000; value++) {
      const shade = `#${[...value.toString(16).padStart(3, "0")].map((digit) => digit + digit).join("")}`;
      const read = () => readBrand({ BRAND_BAND: shade }).band;
      let band: ReturnType<typeof read>;
      try {
        band = read();
      } catch (error) {
        expect(String(error), shade).toMatch(/Choose a darker colour/);
        continue;
      }
      accepted++;
      for (const text of ["on-band", "band-muted"] as const)
        for (const ground of ["band", "band-raised"] as const)
          expect(contrast(band[text], band[ground])).toBeGreaterThanOrEqual(4.5);
    }
    expect(accepted).toBeGreaterThan(300);
  });
});
