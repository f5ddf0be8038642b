import { expect, test } from "vitest";
import { shorterDocument } from "./shorter-document.server";

const rules =
  ":root{--ink:rgb(16 16 16);--text:var(--ink);--page:#fff;--control:2.5rem;--band:#222}@media print{:root{--page:#eee}}" +
  "p{color:var(--text);height:var(--control)}b{color:var(--text);height:var(--control)}i{color:var(--text);left:var(--l);top:var(--control)}";
const page = (body: string, styles = rules) =>
  `<html style="--band:#000"><style nonce="x">${styles}</style><body>${body}</body>`;

test("tokens are short in styles and attributes alike, and what people wrote stays", () => {
  const drawn = '<i style="--l:4%"></i><path stroke="var(--band)"></path><p>--text is theirs</p>';
  expect(shorterDocument(page(drawn))).toBe(
    page(
      '<i style="--d:4%"></i><path stroke="var(--c)"></path><p>--text is theirs</p>',
      ":root{--a:rgb(16 16 16);--b:#fff;--c:#222}@media print{:root{--b:#eee}}" +
        "p{color:var(--a);height:2.5rem}b{color:var(--a);height:2.5rem}i{color:var(--a);left:var(--d);top:2.5rem}",
    ).replace("--band", "--c"),
  );
});

test("a token that stands for one thing is said in its place", () => {
  const styles = ":root{--brass:#e0b15c;--page:#fff;--once:1px solid red}@media print{:root{--page:#eee}}";
  const used = "p{color:var(--brass);border:var(--once)}b{color:var(--brass);background:var(--page)}";
  expect(shorterDocument(page('<path stroke="var(--brass)"></path>', styles + used))).toBe(
    page(
      '<path stroke="#e0b15c"></path>',
      ":root{--a:#fff;}@media print{:root{--a:#eee}}p{color:#e0b15c;border:1px solid red}b{color:#e0b15c;background:var(--a)}",
    ),
  );
});

test("a token that is said once or twice is said in its place, with what is in it", () => {
  const styles = ":root{--ink:#101010;--line:1px solid var(--ink);--often:min(100%,40rem)}";
  const used = "p{border:var(--line)}b{color:var(--ink)}a,b,i{width:var(--often)}";
  const thrice = "p{width:var(--often)}b{height:var(--often)}";
  expect(shorterDocument(page("", styles + used + thrice))).toBe(
    page(
      "",
      ":root{--a:min(100%,40rem)}p{border:1px solid #101010}b{color:#101010}a,b,i{width:var(--a)}p{width:var(--a)}b{height:var(--a)}",
    ),
  );
});

test("a rule asks for the system's theme where another may have been chosen", () => {
  const asks = "@media (prefers-color-scheme:dark){html:not([data-theme]) p{top:0}}";
  const chosen = page("", asks).replace("<html", '<html data-theme="dark"');
  expect(shorterDocument(chosen)).toContain(asks);
  expect(shorterDocument(page("", asks))).toContain("@media (prefers-color-scheme:dark){p{top:0}}");
});

test("classes are short in rules and elements alike; one without a rule goes", () => {
  const styles = "p{margin:.5em}.hidden-text{top:0}.card{left:0;&.hidden-text:not(.gone){top:1px}}";
  expect(
    shorterDocument(page('<p class="card">.card is theirs</p><p class="chart hidden-text"></p>', styles)),
  ).toBe(
    page(
      '<p class="b">.card is theirs</p><p class="a"></p>',
      "p{margin:.5em}.a{top:0}.b{left:0;&.a:not(.c){top:1px}}",
    ),
  );
  expect(shorterDocument(page('<p class="chart"></p>', "p{top:0}"))).toBe(page("<p></p>", "p{top:0}"));
  // whose styles are a file has their names
  expect(shorterDocument('<p class="card chart"></p>')).toBe('<p class="card chart"></p>');
});

test("what is for a script of theirs goes", () => {
  expect(shorterDocument('<p>a<!-- --> b <a data-discover="true" href="/">c</a></p><!--$--><!--/$-->')).toBe(
    '<p>a b <a href="/">c</a></p>',
  );
  expect(
    shorterDocument('<meta charSet="utf-8"/><button type="button" class="a" popovertarget="b">c</button>'),
  ).toBe('<meta charset="utf-8"/><button class="a" popovertarget="b">c</button>');
  expect(shorterDocument('<button type="button">c</button>')).toContain("type");
});

test("pages fade into the next and say what a header heads; one that is counted to its last bytes does not", () => {
  const fade =
    "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}::view-transition-group(*){animation-duration:.1s}}";
  const table = page(
    '<th scope="col" class="a">scope="col"</th><button type="submit"></button>',
    `p{top:0}${fade}`,
  );
  expect(shorterDocument(table)).toBe(
    page('<th scope="col">scope="col"</th><button></button>', `p{top:0}${fade}`),
  );
  expect(shorterDocument(table, { isCounted: true })).toBe(
    page('<th>scope="col"</th><button></button>', "p{top:0}"),
  );
});

test("a page with script stays as it is", () => {
  const html = page("<ul><li>a</li></ul><script></script>");
  expect(shorterDocument(html)).toBe(html);
});
