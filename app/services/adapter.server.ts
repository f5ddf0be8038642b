import { fillAdapter } from "#app/lib/fill-adapter";
import { environment } from "./env.server";

/** The shipped sources of `public/adapters/`, bundled into the build. */
const sources = import.meta.glob<string>("/public/adapters/monitoring.mq?", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Returns the download of `monitoring.mq4` or `monitoring.mq5`, or null for any other name. */
export async function adapterFile(name: string | undefined, key?: string): Promise<Response | null> {
  const source = sources[`/public/adapters/${name}`];
  if (!name || !source) return null;
  return new Response(fillAdapter(source, environment().publicOrigin, key), {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
