// Keeps the figures of one's own account fresh (docs/adr/0010): asks for the same page again and carries over
// what is different, so that focus, scroll position and open definitions stay as they are.
const main = document.querySelector("main[data-live]");
const interval = Number(main.dataset.live) * 1000;
const patience = 6;
let failures = 0;
let timer;

function carryOver(old, fresh) {
  if (old.isEqualNode(fresh) || old.nodeName === "NOSCRIPT") return;
  if (old.nodeType === Node.TEXT_NODE) {
    old.data = fresh.data;
    return;
  }
  for (const { name, value } of fresh.attributes) if (name !== "value") old.setAttribute(name, value);
  for (const { name } of [...old.attributes])
    if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  const isAlike =
    before.length === after.length &&
    before.every(({ nodeName }, index) => nodeName === after[index].nodeName);
  if (isAlike) before.forEach((child, index) => void carryOver(child, after[index]));
  else if (!old.contains(document.activeElement)) old.replaceChildren(...after);
}

async function refresh() {
  try {
    const answer = await fetch(location.href, { redirect: "error", signal: AbortSignal.timeout(interval) });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const isReading = !getSelection().isCollapsed;
    if (!isReading) carryOver(main, page.querySelector("main[data-live]"));
    failures = 0;
  } catch {
    failures += 1;
  }
  plan();
}

// each failure doubles the pause; after the last one nothing is asked any more until the tab is looked at anew
function plan() {
  clearTimeout(timer);
  if (document.visibilityState === "visible" && failures < patience)
    timer = setTimeout(refresh, interval * 2 ** failures);
}

document.addEventListener("visibilitychange", () => {
  failures = 0;
  if (document.visibilityState === "visible") refresh();
  else clearTimeout(timer);
});
plan();
