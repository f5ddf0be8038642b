import { expect, test } from "vitest";
import { sectionsFor } from "./sections";

const everything = { partner: true, monitoring: true };
const labels = (data: Parameters<typeof sectionsFor>[0]) => sectionsFor(data).map(({ label }) => label);

test("a client sees every section", () => {
  expect(labels({ isSignedIn: true, permissions: everything, path: "/vps" })).toEqual([
    "vps",
    "monitoring",
    "partnerProgram",
    "balanceOperations",
    "support",
    "faq",
  ]);
});

test("a flag that is off hides its section", () => {
  expect(
    labels({ isSignedIn: true, permissions: { partner: false, monitoring: true }, path: "/" }),
  ).not.toContain("partnerProgram");
  expect(
    labels({ isSignedIn: true, permissions: { partner: true, monitoring: false }, path: "/" }),
  ).not.toContain("monitoring");
});

test("a visitor sees sections only on the monitoring pages", () => {
  expect(labels({ isSignedIn: false, permissions: everything, path: "/login" })).toEqual([]);
  expect(labels({ isSignedIn: false, permissions: everything, path: "/online-monitoring/abc" })).toEqual([
    "monitoring",
    "logIn",
    "signUp",
  ]);
});
