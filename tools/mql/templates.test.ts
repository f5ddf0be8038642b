import { describe, expect, it } from "vitest";
import { fillAdapter } from "#app/lib/fill-adapter";
import { ingestBody } from "#contract/monitoring/ingest";
import { adapterSource, terminals } from "./source";

/** Returns the templates of a source: `#define NAME "…"`, as the terminal's compiler reads them. */
const templatesOf = (source: string) =>
  new Map(
    [...source.matchAll(/^#define (\w+) ("(?:[^"\\]|\\.)*")$/gm)].map(([, name = "", text = '""']) => [
      name,
      JSON.parse(text) as string,
    ]),
  );

/** Fills in a template's placeholders: numbers for `%d` and similar, a valid value of the field for `%s`. */
function filled(template: string): string {
  const samples: Record<string, string> = {
    mode: "demo",
    type: "buy",
    entry: "out",
    server: 'Bro\\"ker',
    symbol: "EURUSD",
    comment: "a \\\\ b",
  };
  return template
    .replace(
      /"(\w+)":"([^"]*)%s"/g,
      (_, name: string, before: string) => `"${name}":"${before}${samples[name] ?? "-12.34000000"}"`,
    )
    .replace(/%(I64)?[du]/g, "1730000000");
}

describe.each(terminals)("monitoring.%s", (terminal) => {
  it("builds bodies that the ingestion contract accepts", async () => {
    const templates = templatesOf(await adapterSource(terminal));
    const part = (name: string) => filled(templates.get(name) ?? "");
    const head = part("HEAD").replace("%s", part("CLOCK")).replace("%s", part("EXTREMES"));
    const deals = terminal === "mq5" ? [part("DEAL")] : [part("OPENING"), part("CLOSING")];
    const operation = part("OPERATION").replace('"type":"buy"', '"type":"balance"');
    const body = [
      head,
      part("LISTS"),
      part("POSITION"),
      part("BETWEEN"),
      [...deals, operation].join(","),
      part("WATCHED"),
      part("EXCURSION"),
      part("TAIL"),
    ].join("");
    expect(body).not.toContain("%");
    const read = ingestBody.parse(JSON.parse(body));
    expect(read.deals).toHaveLength(terminal === "mq5" ? 2 : 3);
    expect(read).toMatchObject({
      account: "1730000000",
      mode: "demo",
      server: 'Bro"ker',
      time: 1730000000,
      gmt_offset: 1730000000,
    });
    expect(JSON.parse(templates.get("HELLO")?.replace("%s", "250997") ?? "")).toEqual({
      v: 1,
      account: "250997",
    });
    expect(read).toMatchObject({ equity_low: "-12.34000000", build: 1730000000, ping: 1730000000 });
    expect(read.excursions).toEqual([
      { position: "1730000000", low: "-12.34000000", high: "-12.34000000", whole: 1_730_000_000 },
    ]);
    expect(read.positions?.[0]).toMatchObject({ type: "buy", symbol: "EURUSD" });
  });

  it("never names a function that trades, and is plain ASCII", async () => {
    const source = await adapterSource(terminal);
    expect(source).not.toMatch(
      /\b(OrderSend|OrderModify|OrderClose|OrderDelete|OrderCloseBy|PositionClose|CTrade)\s*\(/,
    );
    expect(source).toMatch(/^[\x20-\x7e\n]*$/);
  });

  it("inserts the address and the key, without characters that could leave their quotes", async () => {
    const source = await adapterSource(terminal);
    const text = fillAdapter(source, "https://cabinet.example", 'key"; Print("x');
    expect(text).toContain('input string CabinetAddress = "https://cabinet.example";');
    expect(text).toContain('input string ActivationKey  = "key; Print(x";');
    expect(fillAdapter(source, "https://cabinet.example")).toContain('"{paste the activation key here}"');
    expect(text).not.toContain("{{");
  });
});
