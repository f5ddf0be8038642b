/**
 * Inserts the page's script when it is asked for, and shows the loader while another document comes: under 700 bytes
 * (docs/decisions/0162). `t` is the template that has the script.
 *
 * It is asked for where somebody presses on a field or a chart, or has paused after typing or moving to one (what a document focuses by
 * itself nobody asked for, and a form that is sent takes its page away: docs/decisions/0258); at idle where the line is quick (4g,
 * where the browser says; else a document that took less than 2 seconds), data is not saved and there is memory; and where the page has
 * something to do by itself, which `<noscript>` stands in for (`words` of one only say that something needs script).
 */
export const deferredHydrationScript = `((d,n)=>{
let t=d.getElementById("page-script"),c=n.connection||0,x,
g=()=>{if(t){t.after(d.importNode(t.content,true));t=0}},
o=b=>d.querySelectorAll(".on-the-way,.overlay").forEach(e=>e.hidden=b),
l=addEventListener;
for(let m of["pointerdown","focusin","keydown","input"])l(m,({type:t,target:e,key:y})=>{
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
