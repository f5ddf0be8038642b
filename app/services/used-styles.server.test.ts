import { expect, test } from "vitest";
import { usedRules, withUsedStyles } from "./used-styles.server";

const sheet =
  "@layer a,b;@layer a{.card,.dialog>h2{color:red}@media (width<9px){.dialog{top:0}}.dialog{top:0}#menu:popover-open{left:0}p:not(.toast)::before{content:''}& .x{a:b}@media print{.gone{a:b}}.card{&:hover{a:b}& .gone{a:b}}}.card[data-tone=\"bad\"],.card:is(.a,.b),.x:has(.c){a:b}.x:is(.card,.b){animation:1s turn}[data-theme=dark] p{a:b}@keyframes turn{to{rotate:1turn}}@keyframes other{to{rotate:1turn}}";
const html = `<html data-theme="dark"><head><style nonce="x">${sheet}</style></head><body><p class="card x" id="menu"></p></body></html>`;

test("only the rules that could match stay, in their order and layers", () => {
  expect(usedRules(sheet, html)).toBe(
    "@layer a,b;@layer a{.card{color:red}#menu:popover-open{left:0}p:not(.toast)::before{content:''}.x{a:b}.card{&:hover{a:b}}}.x:is(.card,.b){animation:1s turn}[data-theme=dark] p{a:b}@keyframes turn{to{rotate:1turn}}",
  );
});

test("what is said twice in a rule is said once, in no more signs than browsers need", () => {
  const said =
    "p{mask:none;top:0;mask:none;& b,& i{a:b}& .x{a:b}&>b{a:b}&:hover{a:b}& .x:not(& b){inset:calc((1px + 2px) / 2) 0, 0;content:', / '}}";
  expect(usedRules(said, '<p class="x"><b></b><i></i></p>')).toBe(
    "p{top:0;mask:none;& b,& i{a:b}.x{a:b}>b{a:b}&:hover{a:b}& .x:not(& b){inset:calc((1px + 2px)/2) 0,0;content:', / '}}",
  );
});

test("a document brings its own rules, the same each time it is asked for", () => {
  expect(withUsedStyles(html)).not.toContain(".dialog");
  expect(withUsedStyles(html)).toBe(withUsedStyles(html));
  const other = html.replace('class="card x"', 'class="dialog"');
  expect(withUsedStyles(other)).toContain(".dialog{top:0}");
});

test("a token stays that a rule or a drawing in the HTML is coloured by, and no other", () => {
  const tokens = ":root{--ink:red;--brass:gold;--of-ink:var(--ink);--gone:blue}p{color:var(--of-ink)}";
  const drawn = `<style nonce="x">${tokens}</style><p><svg><path stroke="var(--brass)"></path></svg></p>`;
  expect(withUsedStyles(drawn)).toContain(
    "--ink:red;--brass:gold;--of-ink:var(--ink)}p{color:var(--of-ink)}",
  );
  expect(withUsedStyles(drawn)).not.toContain("--gone");
});

test("how what is disabled looks comes with what is", () => {
  const rules = ".button:is(:disabled,[aria-disabled=true]){color:gray}";
  const drawn = (attributes: string) =>
    withUsedStyles(`<style nonce="x">${rules}</style><button class="button"${attributes}>A</button>`);
  expect(drawn("")).not.toContain("gray");
  expect(drawn(' disabled=""')).toContain("{color:gray}");
  expect(drawn(' aria-disabled="true"')).toContain("{color:gray}");
});
