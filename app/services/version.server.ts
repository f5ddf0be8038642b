import description from "#package.json" with { type: "json" };

/** The release that runs, such as `1.0.0`. */
export const version: string = description.version;
