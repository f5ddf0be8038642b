import { describe, expect, it } from "vitest";
import { formatValues } from "#api/lib/format";
import { readBrand } from "#contract/branding/brand";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";
import { renderEmail } from "./render";
import { samplesIn } from "./samples";
import type { TemplateName } from "./templates";
import { templates } from "./templates";

/** The letters of a text of each language. */
const letters: Record<Language, RegExp> = { en: /^[^а-яё]+$/i, ru: /[а-яё]/i };
const frame = { origin: "https://cabinet.example", brand: readBrand({ PRODUCT_NAME: "Trader VPS" }) };
const all = (Object.keys(templates) as TemplateName[]).flatMap((name) =>
  languages.flatMap((language) => samplesIn(language)[name].map((values) => ({ name, language, values }))),
);

describe("renderEmail", () => {
  it.each(all)(
    "$name in $language has a subject, a text and an HTML part, with no placeholder left",
    ({ name, language, values }) => {
      const written = renderEmail(name, language, values, frame);
      for (const part of [written.subject, written.text, written.html]) {
        expect(part).not.toMatch(/\{\{|\}\}|undefined|\[object/);
        expect(part).not.toMatch(new RegExp(`\\b${name}(Subject|Text|Button|After)`));
      }
      expect(written.subject).not.toMatch(/[\r\n]/);
      expect(written.html).toContain(`<html lang="${language}">`);
      expect(written.text).toMatch(letters[language]);
      if (written.link) {
        expect(written.link.startsWith("https://cabinet.example/")).toBe(true);
        expect(written.text).toContain(written.link);
        // a browser without a chosen language opens it in the email's
        expect(new URL(written.link).searchParams.get("language")).toBe(language);
      }
    },
  );

  it("formats times in the recipient's time zone, and dates unchanged", () => {
    const formatted = formatValues(
      { heardAt: "2026-03-05T23:30:00Z", paidUntil: "2026-03-05T23:30:00Z", dueOn: "2026-03-05" },
      "en",
      "Europe/Moscow",
    );
    expect(formatted).toEqual({
      heardAt: "6 Mar 2026, 02:30\u00a0UTC+3",
      paidUntil: "6 Mar 2026",
      paidUntilTime: "6 Mar 2026, 02:30\u00a0UTC+3",
      dueOn: "5 Mar 2026",
    });
  });

  it("formats money and times in the recipient's language", () => {
    const values = { name: "Anna", from: "Boris", amountCents: 123_456 };
    expect(renderEmail("transferReceived", "en", values, frame).subject).toBe("You received $1,234.56");
    expect(renderEmail("transferReceived", "ru", values, frame).subject).toBe(
      "Вам перевели 1\u00a0234,56\u00a0$",
    );
    const changed = renderEmail(
      "passwordChanged",
      "en",
      { name: "Anna", changedAt: "2026-11-21T14:05:00Z" },
      frame,
    );
    expect(changed.text).toContain("21 Nov 2026, 14:05\u00a0UTC");
  });

  it("writes no word after a Russian year and leaves no time alone on a line", () => {
    const values = {
      name: "Anna",
      device: "Firefox",
      address: "203.0.113.7",
      seenAt: "2026-11-21T09:30:00Z",
    };
    const { html } = renderEmail("newDevice", "ru", values, frame);
    expect(html).toMatch(/нояб\. 2026, \d\d:\d\d\u00a0UTC/);
  });

  it("escapes markup in a client's text", () => {
    const values = {
      name: "<b>Ann</b>",
      ticketId: "a/b",
      title: "x",
      text: '<img src="x" onerror=alert(1)>',
    };
    const { html, link } = renderEmail("supportReply", "en", values, frame);
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;b&gt;Ann");
    expect(link).toBe("https://cabinet.example/support/a%2Fb?language=en");
  });

  it("leaves a value alone that looks like a placeholder", () => {
    const values = { name: "{{code}}", code: "123456" };
    expect(renderEmail("resetCode", "en", values, frame).text).toContain("Hi {{code}},");
  });
});

describe("footer and links of an email", () => {
  const brand = readBrand({ PRODUCT_NAME: "Trader VPS", SUPPORT_EMAIL: "help@cabinet.example" });
  const written = <T extends TemplateName>(name: T, withAddress = true) =>
    samplesIn("en")[name].map((values) =>
      renderEmail(name, "en", values, withAddress ? { ...frame, brand } : frame),
    );

  it.each(["accountDeleted", "confirmEmail"] as const)(
    "%s offers no ticket, which its reader could not create",
    (name) => {
      for (const { text } of written(name)) {
        expect(text).not.toContain("/support");
        expect(text).toContain("E-mail help@cabinet.example");
      }
      for (const { text } of written(name, false)) expect(text).not.toMatch(/\/support|E-mail $/m);
    },
  );

  it("says that a deleted account's address was registered", () => {
    expect(written("accountDeleted")[0]?.text).toContain("this address was registered with Trader VPS");
  });

  it("tells whoever lost the account by a changed e-mail where to write", () => {
    const [email] = written("emailChanged");
    expect(email?.text).toContain("Wasn't this you? E-mail help@cabinet.example right away.");
    expect(email?.link).toBeUndefined();
    expect(written("emailChanged", false)[0]?.text).toContain("Wasn't this you? Contact support right away.");
  });

  it("offers the link “It wasn't me” in every email about a security event", () => {
    for (const name of ["securityChanged", "newDevice", "passwordChanged", "emailChangeOld"] as const)
      for (const { text } of written(name)) expect(text).toContain("https://cabinet.example/it-was-not-me/");
  });

  it("links a requested withdrawal to the withdrawals", () => {
    expect(new URL(written("withdrawalRequested")[0]?.link ?? "").pathname).toBe(
      "/partner-program/withdrawals",
    );
  });

  it("names a used recovery code in the subject", () => {
    expect(written("securityChanged").map(({ subject }) => subject)).toContain("A recovery code was used");
  });
});

describe("email about a refund", () => {
  it.each([
    ["System", "Refunded"],
    ["Hand", "Refunded"],
    ["Reversed", "Taken from balance"],
    ["Declined", "Returned to balance"],
  ] as const)("of the kind %s labels its sum “%s”", (way, label) => {
    const values = { name: "Anna", number: "8Jq2mWzR4t", way, amountCents: 5000, reason: "by request" };
    expect(renderEmail("depositRefunded", "en", values, frame).text).toContain(`${label}: $50.00`);
  });
});

describe("email about the end of a server's paid time", () => {
  const soon = (balanceCents: number) =>
    renderEmail(
      "renewalSoon",
      "en",
      {
        name: "Anna",
        serverId: "annafx2k7m",
        tariff: "Trader 2",
        comment: "London EAs",
        paidUntil: "2026-11-29T00:00:00Z",
        priceCents: 1900,
        balanceCents,
        autoRenewal: false,
      },
      frame,
    );

  it("says in its subject what the client has to do", () => {
    expect(soon(320).subject).toBe("Server London EAs: your balance is too low to renew it");
    expect(soon(1900).subject).toBe("Renew server London EAs by 29 Nov 2026, 00:00\u00a0UTC");
  });

  it("links to a deposit of the missing sum and from there to the renewal", () => {
    expect(soon(320).link).toContain(
      "/balance-operations/deposit?amount=15.80&returnTo=%2Fvps%2Fservers%2Fannafx2k7m%2Frenewal",
    );
  });

  it("links to the renewal if the balance suffices", () => {
    expect(soon(1900).link).toContain("/vps/servers/annafx2k7m/renewal");
  });
});

it("writes a negative sum with the minus sign of the pages", () => {
  expect(formatValues({ amountCents: -781_69 }, "en").amountCents).toBe("−$781.69");
});
