import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseEnvironment } from "./environment";
import { bucket, messageOf, proxmox, transfer, webhook, yookassa } from "./environment/samples.testing";
import { settings } from "./environment/schema";

describe("settings", () => {
  it("are exactly those of .env.example", () => {
    const example = readFileSync(".env.example", "utf8");
    const named = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    const forCompose = ["CABINET_DOMAIN", "POSTGRES_PASSWORD"];
    expect([...Object.keys(settings), ...forCompose].sort()).toEqual(named.sort());
  });

  it("accept the values shown in .env.example", () => {
    const example = readFileSync(".env.example", "utf8");
    // for keys it shows only how they begin
    for (const [, name = "", value = ""] of example.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*[^_\n])$/gm))
      expect(messageOf({ [name]: value }), name).not.toMatch(/must be|give a colour|write it as/);
  });

  it("have their defaults if they are absent or empty", () => {
    const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, ""]));
    expect(parseEnvironment(empty)).toEqual(parseEnvironment({}));
    expect(parseEnvironment({})).toMatchObject({
      TRUST_PROXY: false,
      TRUST_CABINET: false,
      WORKER: true,
      WORKERS: 1,
      DEMO: false,
      DATA_DIR: resolve("data"),
      LOG_LEVEL: "info",
      METRICS_HOST: "127.0.0.1",
      PAYMENT_ORIGINS: [],
      PROXMOX_NODES: [],
      S3_REGION: "us-east-1",
      TRANSFER_DAYS: 14,
      TWO_PERSON_LIMIT: 100,
      CLEARING_DAYS: { stripe: 30, yookassa: 30 },
      PROXMOX_FIRST_ID: 10_000,
      PROXMOX_SNAPSHOTS: 3,
      LIBVIRT_POOL: "default",
      publicOrigin: "http://localhost:3000",
      brand: { name: "Tradehost" },
    });
  });

  it("are numbers, booleans, lists and addresses without a trailing slash", () => {
    expect(
      parseEnvironment({
        PORT: "8080",
        TRUST_PROXY: "1",
        WORKER: "off",
        WORKERS: "auto",
        DATA_DIR: "elsewhere",
        PAYMENT_ORIGINS: "https://a.example.com/  https://b.example.com",
        PROXMOX_NODES: "a, b,",
        API_URL: "https://api.example.com/v1//",
        PROVISIONER_SECONDS: "0.5",
        ...yookassa,
        ...transfer,
        ...bucket,
        ...proxmox,
      }),
    ).toMatchObject({
      PORT: 8080,
      TRUST_PROXY: true,
      WORKER: false,
      WORKERS: availableParallelism(),
      DATA_DIR: resolve("elsewhere"),
      publicOrigin: "http://localhost:8080",
      PAYMENT_ORIGINS: ["https://a.example.com", "https://b.example.com"],
      PROXMOX_NODES: ["a", "b"],
      API_URL: "https://api.example.com/v1",
      PROVISIONER_SECONDS: 0.5,
      YOOKASSA_RUB_PER_USD: 92.5,
      TRANSFER_ACCOUNT: "LV80BANK0000435195001",
      S3_ENDPOINT: "https://s3.example.com",
      PROXMOX_TEMPLATES: new Map([
        ["Windows Server 2022", "9000"],
        ["Ubuntu 24.04", "9001"],
      ]),
      PROXMOX_ADDRESSES: { first: 0xcb_00_71_0a, last: 0xcb_00_71_0c, prefix: 24, gateway: "203.0.113.1" },
    });
    expect(parseEnvironment(webhook).PROVISIONER_URL).toBe(webhook.PROVISIONER_URL);
    expect(parseEnvironment({ PUBLIC_ORIGIN: "https://a.example.com/" }).publicOrigin).toBe(
      "https://a.example.com",
    );
  });

  it("keep a demo on localhost unless HOST sets an address", () => {
    expect(parseEnvironment({}).listenHost).toBeUndefined();
    expect(parseEnvironment({ DEMO: "1" }).listenHost).toBe("127.0.0.1");
    expect(parseEnvironment({ DEMO: "1", HOST: "0.0.0.0" }).listenHost).toBe("0.0.0.0");
  });

  it("end a process if they are wrong, with one sentence each and nothing else", () => {
    const script = 'import("./api/lib/environment.ts").then(({ environment }) => environment())';
    const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", "--eval", script], {
      env: { NODE_ENV: "test", PATH: process.env.PATH, PORT: "http", API_URL: "somewhere" },
      encoding: "utf8",
    });
    expect(stderr.trim().split("\n")).toEqual([
      "PORT must be a port from 0 to 65535, not http.",
      "API_URL must be a URL that begins with https:// or http://, without ? and #.",
    ]);
    expect(status).toBe(1);
  });
});
