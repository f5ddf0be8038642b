import { thresholdSparkline } from "#app/components/chart/sparkline-path.server";
import { callApi } from "#app/services/api.server";
import type { ClientCaller } from "#app/services/session.server";
import type { Input, Output } from "#contract/endpoint";
import { charts } from "#contract/monitoring/index";
import type { readAlerts } from "#contract/monitoring/notices";

type Alerts = Pick<Output<typeof readAlerts>, "kinds">;

/** Returns the lines that alerts watch, each with its threshold; null for an alert that is off or has no data yet. */
export async function loadThresholdCharts(caller: ClientCaller, monitoringId: string, { kinds }: Alerts) {
  const drawdown = kinds.drawdown.isOn ? kinds.drawdown.threshold : null;
  const equity = kinds.equity.isOn ? kinds.equity.threshold : null;
  if (drawdown === null && equity === null) return { drawdown: null, equity: null };
  const lines = await callApi(caller, charts, { monitoringId } as Input<typeof charts>);
  return {
    // the line's values are fractions below zero, the threshold is a percentage above it
    drawdown: drawdown === null ? null : thresholdSparkline(lines.drawdown, -Number(drawdown) / 100),
    equity: equity === null ? null : thresholdSparkline(lines.equity ?? [], Number(equity)),
  };
}

export type ThresholdCharts = Awaited<ReturnType<typeof loadThresholdCharts>>;
