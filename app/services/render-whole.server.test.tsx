import { expect, test } from "vitest";
import { renderWhole } from "./render-whole.server";

const bufferBytes = 2048;
const fail = (error: unknown) => {
  throw error;
};

test.each(["я", "€", "𝄞", "aя€𝄞"])("a page of %s is whole, wherever a buffer ends", async (letters) => {
  const bytes = Buffer.byteLength(letters);
  // short texts, as pages have them: React encodes long ones (from 683 characters) by themselves
  const text = letters.repeat(Math.ceil(90 / bytes));
  const texts = Array.from({ length: 60 }, (_, index) => index);
  for (let shift = 0; shift <= bytes; shift++) {
    const html = await renderWhole(
      <main title={"x".repeat(shift)}>
        {texts.map((index) => (
          <p key={index} title={text}>
            {text}
          </p>
        ))}
      </main>,
      fail,
    );
    expect(Buffer.byteLength(html)).toBeGreaterThan(4 * bufferBytes);
    const paragraphs = `<p title="${text}">${text}</p>`.repeat(texts.length);
    expect(html).toBe(`<main title="${"x".repeat(shift)}">${paragraphs}</main>`);
  }
});
