import type { Registry } from "prom-client";
import { Counter, Histogram } from "prom-client";

type Kind = "page" | "data" | "api" | "file";

function kindOf(path: string): Kind {
  if (path.startsWith("/api/")) return "api";
  if (path.startsWith("/assets/") || /\.\w{2,5}$/.test(path)) return path.endsWith(".data") ? "data" : "file";
  return "page";
}

/** Counts responses. Addresses are not kept: there would be as many metrics as addresses. */
export function responseMetrics(registry: Registry) {
  const registers = [registry];
  const pages = new Histogram({
    name: "page_seconds",
    help: "Time to answer a request: pages, data of a load within the app, calls, built files",
    labelNames: ["kind", "status"] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers,
  });
  const scripts = new Counter({
    name: "script_loads",
    help: "Loads of the script that takes pages over",
    registers,
  });
  return (path: string, status: number, seconds: number): void => {
    pages.observe({ kind: kindOf(path), status: String(status) }, seconds);
    if (/^\/assets\/entry\.client-/.test(path)) scripts.inc();
  };
}
