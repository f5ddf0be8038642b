import { monitorEventLoopDelay } from "node:perf_hooks";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { importLimits, readingLimits } from "#statements/limits";
import { FileProblem } from "#statements/problem";
import { readInWorker } from "./read-in-worker";

const utc = { base: 0, summer: null };
const megabytes = 1024 * 1024;
const filled = (size: number, text: string) => new Uint8Array(Buffer.alloc(size, text));

/** Files that blocked the service for seconds or minutes when they were read in the process that serves pages. */
const hostile: Record<string, () => Uint8Array> = {
  "24 MB of rows that never end": () => filled(24 * megabytes, "<tr "),
  "24 MB of empty rows": () => filled(24 * megabytes, "<html><tr>"),
  "24 MB of open elements": () => filled(24 * megabytes, "<html><b><i>"),
  "24 MB of closing tags": () => filled(24 * megabytes, "<html></b></i>"),
  "24 MB of quotation marks": () =>
    new Uint8Array(
      Buffer.concat([
        Buffer.from("Time;Type;Volume;Symbol;Price;Time;Price;Commission;Swap;Profit\n"),
        Buffer.alloc(24 * megabytes, '";\n'),
      ]),
    ),
  "a workbook of 40 MB of cells": () =>
    zipSync({
      "xl/worksheets/sheet1.xml": new Uint8Array(
        Buffer.concat([
          Buffer.from('<?xml version="1.0"?><worksheet><sheetData>'),
          Buffer.alloc(40 * megabytes, '<row><c t="inlineStr"><is><t>x</t></is></c></row>'),
        ]),
      ),
    }),
};

/**
 * Maximum delay of the event loop in ms. Reading the file on it would block it for all of `took`; the delay also
 * includes other work of the machine.
 */
const mostDelay = (took: number) => Math.max(500, took / 3);

describe("a hostile file in the worker thread", { timeout: 240_000 }, () => {
  it.each(Object.entries(hostile))("%s ends in time, and the event loop is not blocked", async (_, make) => {
    const bytes = make();
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const began = performance.now();
    await expect(readInWorker(async () => bytes, utc)).rejects.toBeInstanceOf(FileProblem);
    delay.disable();
    const took = performance.now() - began;
    expect(took).toBeLessThan((readingLimits.seconds + 10) * 1000);
    expect(delay.max / 1e6).toBeLessThan(mostDelay(took));
  });

  it("a file of 50 MB is read within its memory and time limits", async () => {
    const time = (at: number) => new Date(at).toISOString().slice(0, 19).replace("T", " ");
    const note = "what an expert leaves behind ".repeat(30);
    const row = (index: number) => {
      const at = Date.UTC(2010, 0, 4) + index * 3_000_000;
      return `${time(at)}\t${2 * index + 1}\tEURUSD\tbuy\tin\t0.1\t1.12000\t${2 * index + 1}\t-0.50\t0.00\t0.00\t0.00\t\t${note}
${time(at + 9_000_000)}\t${2 * index + 2}\tEURUSD\tsell\tout\t0.1\t1.12000\t${2 * index + 2}\t-0.50\t0.00\t0.00\t5.00\t\t${note}\n`;
    };
    const heading =
      "Time\tDeal\tSymbol\tType\tDirection\tVolume\tPrice\tOrder\tCommission\tFee\tSwap\tProfit\tBalance\tComment\n";
    const positions = 25_000;
    const lines = Array.from({ length: positions }, (_, index) => row(index));
    const text = Buffer.from(heading + lines.join(""));
    const bytes = new Uint8Array(text);
    expect(bytes.length).toBeLessThan(importLimits.bytes);
    expect(bytes.length).toBeGreaterThan(45 * megabytes);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const shares: number[] = [];
    const began = performance.now();
    const read = await readInWorker(
      async () => bytes,
      utc,
      async (share) => void shares.push(share),
    );
    clearInterval(watch);
    delay.disable();
    const took = performance.now() - began;
    expect(read.trades).toHaveLength(positions);
    expect((peak - before) / megabytes).toBeLessThan(readingLimits.memoryMb + 150);
    expect(shares.length).toBeGreaterThan(20);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(delay.max / 1e6).toBeLessThan(mostDelay(took));
  });
});
