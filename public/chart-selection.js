// Dragging over the growth chart fills in and sends the dates of the page's period picker (docs/adr/0010).
const leastPixels = 8;
let drag;

function end() {
  drag?.mark.remove();
  drag = undefined;
}

/** The dragged part of the plot, from 0 to 1. */
function part() {
  const { left, width } = drag.zones.getBoundingClientRect();
  const [start, stop] = [drag.start, drag.stop]
    .map((x) => Math.min(Math.max((x - left) / width, 0), 1))
    .sort((one, other) => one - other);
  return { start, stop };
}

addEventListener("pointerdown", ({ target, button, clientX }) => {
  const zones = target.closest(".plot[data-from] .zones");
  if (!zones || button !== 0) return;
  const mark = document.createElement("i");
  mark.className = "selection";
  drag = { zones, mark, start: clientX, stop: clientX };
});

addEventListener("pointermove", ({ clientX }) => {
  if (!drag) return;
  drag.stop = clientX;
  if (Math.abs(drag.stop - drag.start) < leastPixels) return drag.mark.remove();
  const { start, stop } = part();
  drag.mark.style = `left: ${start * 100}%; width: ${(stop - start) * 100}%`;
  drag.zones.before(drag.mark);
});

addEventListener("pointerup", () => {
  if (!drag) return;
  if (!drag.mark.isConnected) return end();
  const { start, stop } = part();
  const { from, to } = drag.zones.parentElement.dataset;
  const dayAt = (at) => new Date(Number(from) + (to - from) * at).toISOString().slice(0, 10);
  const form = document.querySelector(".period-picker form");
  form.elements.from.value = dayAt(start);
  form.elements.to.value = dayAt(stop);
  end();
  form.requestSubmit();
});

// the browser scrolls instead
addEventListener("pointercancel", end);
addEventListener("keydown", ({ key }) => key === "Escape" && end());
addEventListener("dragstart", (event) => {
  // the intervals are links, which would be dragged themselves
  if (event.target.closest?.(".plot[data-from] .zones")) event.preventDefault();
});
