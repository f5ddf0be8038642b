import { tokens } from "#contract/branding/tokens";

const names = [
  ...["band", "band-line", "on-band", "band-muted", "page", "surface", "sunken", "line", "edge"],
  ...["text", "muted", "accent"],
] as (keyof typeof tokens)[];

const colors = names
  .map((name) => `--${name}:light-dark(${tokens[name].light},${tokens[name].dark})`)
  .join(";");

/** The product's styles for a page that the API serves itself. */
export const docsStyles = `:root{color-scheme:light dark;${colors}}
*{box-sizing:border-box;margin:0}
body{background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}
header{padding:14px max(16px,50vw - 37.5rem);border-bottom:5px double var(--band-line);background:var(--band);color:var(--band-muted)}
header a{color:var(--on-band);font-weight:600;text-decoration:none}
.columns{display:grid;gap:24px;padding:24px max(16px,50vw - 37.5rem) 40px}
main{min-width:0}
nav ul{padding:0;list-style:none}
nav a{display:inline-block;padding-block:6px}
nav span,summary>span{color:var(--muted);font-size:13px}
a{color:var(--accent);text-underline-offset:3px}
h1{font-size:24px}
h2{margin:24px 0 8px;font-size:18px}
nav h2{margin-top:16px;font-size:13px;font-weight:600}
h3{display:inline;font-size:15px}
h3 code{background:none;padding:0}
section{scroll-margin-top:8px}
article,section>details{border-bottom:1px solid var(--line)}
article p,article ul{margin-block:8px}
summary{padding:10px 0;cursor:pointer}
article>details[open]{padding-bottom:12px}
code,pre{font:13px/1.5 ui-monospace,monospace}
code{padding:1px 5px;border-radius:4px;background:var(--sunken);overflow-wrap:anywhere}
pre{margin-block:8px;padding:12px;border:1px solid var(--line);border-radius:8px;background:var(--surface);white-space:pre-wrap;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}
th,td{padding:8px 12px 8px 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{color:var(--muted);font-size:12px;font-weight:400}
label{display:block;font-size:13px}
input,button{min-height:44px;padding:6px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:inherit;font:inherit}
input{width:100%;margin-bottom:8px}
button{font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media(pointer:coarse){nav a{padding-block:11px}}
@media(min-width:1024px){.columns{grid-template-columns:14rem minmax(0,1fr)}nav{position:sticky;top:24px;align-self:start;max-height:calc(100vh - 48px);overflow:auto}}
@media print{nav{display:none}}`;
