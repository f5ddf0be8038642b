import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { renderEmail } from "#api/email/render";
import { samplesIn } from "#api/email/samples";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { readBrand } from "#contract/branding/brand";
import { tokens } from "#contract/branding/tokens";
import * as contract from "#contract/monitoring/index";

const brand = readBrand({
  PRODUCT_NAME: "Fjord VPS",
  BRAND_MARK: "FV",
  BRAND_BAND: "#0b3d2e",
  LEGAL_NAME: "Fjord AS",
  LEGAL_ADDRESS: "Havnegata 1, Bergen",
  LEGAL_DETAILS: "Org. no. 912 345 678",
  SUPPORT_EMAIL: "help@fjord.example",
  SUPPORT_HOURS: "24/7",
});

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
  api.deps.settings.brand = brand;
});
afterAll(() => api.close());

/** Creates a shared account whose terminal has posted once. */
async function sharedAccount(): Promise<string> {
  const { token } = await api.newClient();
  const { id } = await newTerminal(api, token);
  await api.call(contract.setSharing, { monitoringId: id, visibility: "public" }, { token });
  return id;
}

it("a second brand has its own emails: name, logo, colours and legal details, and nothing of the default brand", () => {
  const frame = { origin: "https://fjord.example", brand };
  const [sample] = samplesIn("en").depositReceived;
  if (!sample) throw new Error("no sample of a receipt");
  const { html, text } = renderEmail("depositReceived", "en", sample, frame);
  expect(html).toContain("background:#0b3d2e");
  expect(html).toMatch(/>FV<\/td>.*>Fjord VPS<\/td>/);
  expect(html).not.toContain(tokens.band.dark);
  for (const part of [html, text]) {
    expect(part).toContain("Fjord AS, Org. no. 912 345 678, Havnegata 1, Bergen");
    expect(part).toContain("Support hours: 24/7.");
    expect(part).toContain("E-mail help@fjord.example");
    expect(part).not.toContain("Tradehost");
  }
  expect(text).toMatch(/Method: Bank card\nClient: .*\n={8,}\nReceived: \$125\.50\n\nProvider: Fjord AS/);
});

it("a second brand has its own badges and preview image", async () => {
  const id = await sharedAccount();
  const badge = async (look: contract.BadgeLook) =>
    (await api.call(contract.badge, { monitoringId: id, look })).response.text();
  const [light, dark, small] = await Promise.all([badge("light"), badge("dark"), badge("small")]);
  for (const svg of [light, dark, small]) {
    expect(svg).toMatch(/<title>.*, Fjord VPS: Growth /);
    expect(svg).not.toContain(tokens.band.dark);
  }
  expect(light).toContain(`fill="${tokens.surface.light}"`);
  for (const svg of [dark, small]) expect(svg).toContain('fill="#0b3d2e"');
  expect(small).toContain('width="196" height="28"');
  const { response } = await api.call(contract.picture, { monitoringId: id });
  const picture = sharp(Buffer.from(await response.arrayBuffer()));
  expect(await picture.metadata()).toMatchObject({ width: 1200, height: 630 });
  const corner = await picture
    .extract({ left: 4, top: 4, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  // the picture's palette may be one step off
  const differences = [0x0b, 0x3d, 0x2e].map((value, index) => Math.abs(value - (corner[index] ?? 0)));
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
});
