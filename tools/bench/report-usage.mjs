// preloaded into a measured process: reports its usage so far when its parent asks
process.on("message", (asked) => {
  if (asked !== "usage") return;
  const { user, system } = process.cpuUsage();
  process.send({
    usage: { milliseconds: (user + system) / 1000, megabytes: process.memoryUsage.rss() / 1e6 },
  });
});
process.channel?.unref();
