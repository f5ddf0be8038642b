import { BarList } from "#app/components/chart/bar-list";
import type { LineDrawing } from "#app/components/chart/drawing";
import { LineChart } from "#app/components/chart/line-chart";
import { Sparkline } from "#app/components/chart/sparkline";
import { Avatar } from "#app/components/ui/avatar";
import { Badge } from "#app/components/ui/badge";
import { CopyField } from "#app/components/ui/copy-field";
import { DescriptionList } from "#app/components/ui/description-list";
import { Table } from "#app/components/ui/table";
import { Tile, Tiles } from "#app/components/ui/tile";
import type { GalleryTexts } from "./texts";

type FiguresProps = { t: GalleryTexts; drawing: LineDrawing | null; spark: string | null };

const bars = [
  { label: "XAUUSD", text: "+$2,599.61", width: 100, isDown: false },
  { label: "EURUSD", text: "−$586.13", width: 22, isDown: true },
];

/** Key figures, description lists and line charts. */
export function Figures({ t, drawing, spark }: FiguresProps) {
  return (
    <section className="stack" aria-labelledby="figures">
      <h2 id="figures">{t.figures}</h2>
      <Tiles>
        <Tile label={t.balance}>$10,608.33</Tile>
        <Tile label={t.profit} trend="up" definition={t.profitDefinition}>
          +$586.13
        </Tile>
        <Tile label={t.profit} trend="down" note={t.guide}>
          −$586.13
        </Tile>
      </Tiles>
      <div className="card">
        <DescriptionList
          items={[
            ["IP", <CopyField key="ip" value="198.18.0.2" copy={t.copy} copied={t.copied} />],
            [t.balance, "$137.25"],
            [t.email, <Avatar key="who" name="Anna Weber" />],
          ]}
        />
        <div className="row apart total">
          <span>{t.total}</span>
          <span className="num">$19.00</span>
        </div>
        <Sparkline path={spark} label={t.growth} />
        <Sparkline path={null} label={t.growth} />
      </div>
      {drawing && <LineChart title={t.growth} description={t.growth} drawing={drawing} isLarge />}
      <BarList title={t.bySymbol} bars={bars} />
    </section>
  );
}

const rows = [
  { id: "ord_7k2m", what: "Trader 2, annagd93pw", when: "24 Oct 2026", state: "active", sum: "−$19.00" },
  { id: "ord_3q9z", what: "Trader 1, annabk46rn", when: "20 Oct 2026", state: "processing", sum: "−$9.00" },
  { id: "ord_1c5t", what: "Trader 4, annafx2k7m", when: "19 Sept 2026", state: "rejected", sum: "−$111.15" },
] as const;
const tones = { active: "positive", processing: "info", rejected: "negative" } as const;

/** A comparison table: two lines per row on phones. */
export function Rows({ t }: { t: GalleryTexts }) {
  return (
    <section className="card" aria-labelledby="rows">
      <h2 id="rows">{t.rows}</h2>
      <Table
        caption={t.rows}
        rows={rows}
        rowKey={({ id }) => id}
        isChanged={({ id }) => id === "ord_3q9z"}
        columns={[
          { key: "what", label: t.what, isRowHeader: true, cell: ({ what }) => what },
          { key: "when", label: t.when, cell: ({ when }) => when },
          { key: "id", label: t.code, isLow: true, cell: ({ id }) => <code>{id}</code> },
          {
            key: "state",
            label: t.status,
            phonePosition: "state",
            cell: ({ state }) => <Badge tone={tones[state]}>{t[state]}</Badge>,
          },
          { key: "sum", label: t.sum, numeric: true, phonePosition: "figure", cell: ({ sum }) => sum },
        ]}
      />
    </section>
  );
}
