import { expect, test } from "vitest";
import { shorterDocument } from "./shorter-document.server";

const page = (body: string) =>
  `<html style="--band:#000"><style nonce="x">:root{--text:#111;--band:#222}p{color:var(--text)}b{color:var(--text)}i{left:var(--l)}</style><body>${body}</body>`;

test("tokens are short in styles and attributes alike, and what people wrote stays", () => {
  expect(
    shorterDocument(page('<i style="--l:4%"></i><path stroke="var(--band)"></path><p>--text is theirs</p>')),
  ).toBe(
    '<html style="--b:#000"><style nonce="x">:root{--a:#111;--b:#222}p{color:var(--a)}b{color:var(--a)}i{left:var(--c)}</style><body><i style="--c:4%"></i><path stroke="var(--b)"></path><p>--text is theirs</p></body>',
  );
});

test("what is for a script of theirs goes", () => {
  expect(shorterDocument('<p>a<!-- --> b <a data-discover="true" href="/">c</a></p>')).toBe(
    '<p>a b <a href="/">c</a></p>',
  );
});

test("a page with script stays as it is", () => {
  const html = page("<ul><li>a</li></ul><script></script>");
  expect(shorterDocument(html)).toBe(html);
});
