import type { RequestHandler } from "express";
import express from "express";
import expressStaticGzip from "express-static-gzip";

/**
 * Serves the files of a build: compressed as they lie there, to be kept for a year, since their names change with
 * their content. A path without a file is passed on.
 *
 * @param folder path of the folder; it is read once for its compressed files
 */
export const builtFiles = (folder: string): RequestHandler =>
  expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ["br", "gzip"],
    index: false,
    serveStatic: { maxAge: "1y", immutable: true, redirect: false },
  });

/** Serves files that keep their names: for an hour. A path without a file is passed on. */
export const publicFiles = (folder: string): RequestHandler =>
  express.static(folder, { maxAge: "1h", index: false, redirect: false });
