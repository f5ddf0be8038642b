import type { CDPSession, Page } from "@playwright/test";

/** Network and CPU conditions: round trip in milliseconds, kilobits per second, CPU slowdown factor. */
export type Line = { milliseconds: number; kilobits: number; slowdown: number };

/** A phone with bad reception. */
export const slowLine: Line = { milliseconds: 400, kilobits: 400, slowdown: 4 };
export const fastMobileLine: Line = { milliseconds: 150, kilobits: 1_600, slowdown: 4 };
export const quickLine: Line = { milliseconds: 20, kilobits: 10_000, slowdown: 1 };
export const fibreLine: Line = { milliseconds: 10, kilobits: 50_000, slowdown: 1 };

/** Transferred data: headers and bodies as sent, including files aborted halfway. */
export type Carried = {
  bytes: number;
  scriptBytes: number;
  requests: number;
  scriptRequests: number;
};

export type NetworkConditions = { carried: () => Carried };

/** Emulates a connection for a page and counts its traffic from now on. Cached responses count as zero. */
export const emulateLine = async (page: Page, line: Line): Promise<NetworkConditions> =>
  emulateLineOf(await page.context().newCDPSession(page), line);

type Session = Pick<CDPSession, "send" | "on">;

/** Like `emulateLine`, for the DevTools session of a page. */
export async function emulateLineOf(session: Session, line: Line): Promise<NetworkConditions> {
  await session.send("Network.enable");
  const conditions = count(session);
  const bytesASecond = (line.kilobits * 1000) / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: line.milliseconds,
    downloadThroughput: bytesASecond,
    uploadThroughput: bytesASecond,
    ...(line.milliseconds > 100 && { connectionType: "cellular3g" }),
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: line.slowdown });
  return conditions;
}

type Transfer = { isScript: boolean; head: number; bytes: number; isCached: boolean };

function count(session: Session): NetworkConditions {
  const transfers: Transfer[] = [];
  const current = new Map<string, Transfer>();
  session.on("Network.requestWillBeSent", ({ requestId, request, redirectResponse }) => {
    // a redirect continues under the same id; count its bytes first
    const before = current.get(requestId);
    if (before && redirectResponse) before.bytes = redirectResponse.encodedDataLength;
    const isScript = new URL(request.url).pathname.endsWith(".js");
    const one: Transfer = { isScript, head: 0, bytes: 0, isCached: !request.url.startsWith("http") };
    current.set(requestId, one);
    transfers.push(one);
  });
  session.on("Network.requestServedFromCache", ({ requestId }) => {
    const one = current.get(requestId);
    if (one) one.isCached = true;
  });
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const one = current.get(requestId);
    if (!one) return;
    one.head = response.encodedDataLength;
    if (response.fromDiskCache || response.fromPrefetchCache) one.isCached = true;
  });
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const one = current.get(requestId);
    if (one) one.bytes += encodedDataLength;
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = current.get(requestId);
    // the total, including headers
    if (one) Object.assign(one, { head: 0, bytes: encodedDataLength });
  });
  const sum = (list: Transfer[]) => list.reduce((total, { head, bytes }) => total + head + bytes, 0);
  return {
    carried: () => {
      const sent = transfers.filter(({ isCached }) => !isCached);
      const scripts = sent.filter(({ isScript }) => isScript);
      return {
        bytes: sum(sent),
        scriptBytes: sum(scripts),
        requests: sent.length,
        scriptRequests: scripts.length,
      };
    },
  };
}
