// Copies, shares and prints on pages that have no other script (docs/adr/0010).
const hasShareSheet = Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;

// the text to copy stands before its button, a shared address in what its button unfolds
async function copy(button) {
  await navigator.clipboard.writeText(button.previousElementSibling.textContent);
  button.nextElementSibling.textContent = button.dataset.copy;
}

async function share(summary) {
  const fold = summary.parentElement;
  const address = fold.querySelector("code").textContent;
  try {
    if (hasShareSheet) return await navigator.share({ url: address });
    await navigator.clipboard.writeText(address);
    document.getElementById("shared").textContent = summary.dataset.share;
  } catch (error) {
    // nothing here can copy: the address can be selected
    if (error.name !== "AbortError") fold.open = true;
  }
}

addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-share], [data-print]");
  if (!button || button.parentElement.open) return;
  if ("share" in button.dataset) {
    event.preventDefault();
    share(button);
  } else if ("copy" in button.dataset) copy(button);
  else print();
});

addEventListener("pointerover", ({ target }) => {
  if (target.closest(".plot[data-from]")) import("/chart-selection.js");
});
