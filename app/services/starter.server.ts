import { builtAssets, manifestAddress } from "./assets.server";

/**
 * Brings a page's script when it is asked for, and shows the loader while another document comes: under 700 bytes
 * (docs/decisions/0162). `m` is this script, `h` the module that is held back before it.
 *
 * It is asked for where somebody presses on a field or a chart, or has paused after typing or moving to one (what a document focuses by
 * itself is nobody's wish, and a form that is sent takes its page away: docs/decisions/0258); at idle where the line is quick (4g,
 * where the browser says; else a document that took less than 2 seconds), data is not saved and there is memory; and where the page has
 * something to do by itself, which `<noscript>` stands in for (`words` of one only say that something needs script).
 */
export const starter = `((d,n)=>{
let m=d.currentScript,k=m.nonce,h=m.previousSibling,c=n.connection||0,x,
g=s=>{if(h){s=d.createElement("script");s.type="module";s.nonce=k;s.text=h.text;h.after(s);h=0}},
o=b=>d.querySelectorAll(".on-the-way,.overlay").forEach(e=>e.hidden=b),
l=addEventListener;
for(m of["pointerdown","focusin","keydown","input"])l(m,({type:t,target:e,key:y})=>{
e.matches?.("input,select,textarea,.copy *,.zones *")&&(t>"o"?g():t=="focusin"&&e.autofocus||(clearTimeout(x),x=setTimeout(g,300)));
y=="Escape"&&o(1)
});
l("load",()=>(d.querySelector("noscript:not(.words)")||!c.saveData&&!(n.deviceMemory<2)&&(c.effectiveType?c.effectiveType=="4g":performance.now()<2e3))&&(window.requestIdleCallback||setTimeout)(g));
l("click",e=>{
let a=e.target.closest?.("a[href]:not([download],[target])");
!a||e.defaultPrevented||e.button||e.metaKey||e.ctrlKey||e.shiftKey||a.hash||a.origin!=location.origin||o(0)
});
l("submit",e=>e.defaultPrevented||o(clearTimeout(x)));
l("pageshow",e=>e.persisted&&o(1))
})(document,navigator)`.replace(/\n/g, "");

const written =
  /(?:<link rel="modulepreload"[^>]*>)+<script nonce="[^"]*">([^<]*)<\/script><script nonce="([^"]*)" type="module" async="">(.*?)<\/script>(.*?)<script nonce="[^"]*">([^<]*)<\/script>$/s;

/**
 * A page as Remix wrote it, whose module waits for the starter and whose files are asked for no sooner. What Remix writes by itself, what
 * the loaders sent, and the starter run one after the other as one script: each of its own is a hash in the policy of a page that all see.
 * `first` is a file that has what Remix's manifest has, and more (text-files.server.ts). A page without script, and one in which Remix wrote something else than is
 * known here, stay as they are (a test says so of the installed version).
 */
export function withStarter(html: string, first: string | undefined, textOf = builtAssets().textOf): string {
  // what stands before it is most of the page, and is not looked through
  const start = html.indexOf('<link rel="modulepreload"');
  if (start < 0) return html;
  const end = html
    .slice(start)
    .replace(
      written,
      (_, context: string, nonce: string, code: string, rest: string, loaded: string) =>
        `<script type="held">${inFewFiles(code, textOf).replace(manifestAddress, (named) => first ?? named)}</script><script nonce="${nonce}">${context}${loaded}${starter}</script>${rest}`,
    );
  return html.slice(0, start) + end;
}

const wholeRoute = /import \* as (route\d+) from "(\/assets\/[^"]+)";\n/g;
/** What the build makes of a route whose code stands in a file with others: names handed on. */
const handedOn = /^((?:import(?:\{[^}]*\}from)?"\.\/[^"]+";)+)export\{([^}]*)\};?\s*$/;
const pages = new Map<string, string>();

/**
 * A page's module that takes its routes from the files that their code stands in (`vite.config.ts`), not by way of a file for each
 * route that only hands names on: two requests instead of six.
 */
function inFewFiles(code: string, textOf: (path: string) => string | undefined): string {
  const known = pages.get(code);
  if (known) return known;
  const short = code.replace(wholeRoute, (whole, route: string, path: string) => {
    const [, imports, exports] = handedOn.exec(textOf(path)?.trim() ?? "") ?? [];
    if (!imports || exports === undefined) return whole;
    // each name is the route's own: two routes may call different things alike
    const own = (name: string) => `${route}_${name}`;
    const taken = imports
      .replaceAll(
        /\{([^}]*)\}/g,
        (_, names: string) => `{${pairs(names).map(([name, local]) => `${name} as ${own(local)}`)}}`,
      )
      .replaceAll('"./', '"/assets/');
    return `${taken}const ${route}={${pairs(exports).map(([local, name]) => `${name}:${own(local)}`)}};\n`;
  });
  pages.set(code, short);
  return short;
}

/** `a as b,c` as `[["a", "b"], ["c", "c"]]`. */
const pairs = (names: string): [string, string][] =>
  names
    .split(",")
    .filter(Boolean)
    .map((one) => {
      const [name = "", local = name] = one.trim().split(" as ");
      return [name, local];
    });
