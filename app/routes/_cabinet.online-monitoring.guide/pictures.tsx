import type { ReactNode } from "react";
import { useTranslations } from "#app/components/translations";

/**
 * Drawings of terminal windows in the page's colours. Their texts are the terminal's in the viewer's language, or the
 * adapter's.
 */
function Picture({ title, name, children }: { title: string; name: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 420 150"
      width={420}
      fill="none"
      fontSize={12}
      style={{ marginTop: 12 }}
      role="img"
      aria-label={title}
    >
      <rect fill="var(--surface)" stroke="var(--edge)" x="1" y="1" width="418" height="148" rx="6" />
      <path stroke="var(--line)" d="M1 26h418" />
      <text x="12" y="18" fill="var(--text)" fontWeight={650}>
        {name}
      </text>
      <path stroke="var(--line)" d="m396 9 8 8m0-8-8 8" />
      {children}
    </svg>
  );
}

const Tick = ({ x, y }: { x: number; y: number }) => (
  <>
    <rect stroke="var(--edge)" x={x} y={y} width="12" height="12" rx="2" />
    <path stroke="var(--accent)" strokeWidth={2} d={`m${x + 2} ${y + 6} 3 3 5-6`} />
  </>
);

/** Tabs of a window: the others, and the open one. */
const TabNames = ({ others, open }: { others: string; open: string }) => (
  <text x="14" y="48" fill="var(--text)">
    {others}
    <tspan dx="14" fontWeight={650} style={{ textDecoration: "var(--accent) 2px underline" }}>
      {open}
    </tspan>
  </text>
);

/** The list of URLs that programs may call. */
export function OptionsPicture({ title, address }: { title: string; address: string }) {
  const t = useTranslations("guide");
  return (
    <Picture title={title} name={t("winOptions")}>
      <TabNames others={t("winTabs")} open={t("winExperts")} />
      <Tick x={14} y={66} />
      <text x="34" y="76" fill="var(--text)">
        {t("winAllow")}
      </text>
      <rect stroke="var(--edge)" x="14" y="88" width="390" height="46" rx="3" />
      <text x="24" y="107" fill="var(--accent)">
        {address}
      </text>
      <text x="24" y="126" fill="var(--muted)">
        {t("winAddUrl")}
      </text>
    </Picture>
  );
}

/** The input parameters of the adapter. */
export function InputsPicture({ title, address }: { title: string; address: string }) {
  const t = useTranslations("guide");
  return (
    <Picture title={title} name="monitoring 1.00">
      <TabNames others={t("winCommon")} open={t("winInputs")} />
      <path stroke="var(--line)" d="M14 62h392M14 90h392M14 118h392M200 62v56" />
      <text x="22" y="80" fill="var(--text)">
        Server address
      </text>
      <text x="210" y="80" fill="var(--text)">
        {address}
      </text>
      <text x="22" y="108" fill="var(--text)">
        Activation key
      </text>
      <text x="210" y="108" fill="var(--accent)">
        k3Qz…9vPw
      </text>
      <rect stroke="var(--edge)" x="340" y="124" width="64" height="18" rx="3" />
      <text x="362" y="137" fill="var(--text)">
        OK
      </text>
    </Picture>
  );
}

/** The running adapter and its log. */
export function ChartPicture({ title }: { title: string }) {
  const t = useTranslations("guide");
  return (
    <Picture title={title} name="EURUSD, H1">
      <text x="404" y="44" textAnchor="end" fill="var(--accent)">
        monitoring ▲
      </text>
      <path
        stroke="var(--line)"
        d="m14 84 24-12 20 8 26-22 22 10 24-18 26 14 22-16 28 12 22-8 26-14 24 10 30-16"
      />
      <path stroke="var(--line)" d="M1 102h418" />
      <text x="14" y="120" fill="var(--muted)">
        {t("winJournal")}
      </text>
      <text x="14" y="139" fill="var(--text)">
        Online monitoring: connected, account 250997
      </text>
    </Picture>
  );
}
