// Runs in each measured document and reports interactions and long tasks.
{
  const pass = (entries) => {
    for (const { entryType, duration, interactionId } of entries)
      if (entryType === "longtask" || interactionId) window.tell({ type: entryType, duration });
  };
  const observer = new PerformanceObserver((list) => pass(list.getEntries()));
  observer.observe({ type: "event", durationThreshold: 16 });
  observer.observe({ type: "longtask" });
  addEventListener("pagehide", () => pass(observer.takeRecords()));
  window.tell({ type: "ready", duration: 0 });
}
