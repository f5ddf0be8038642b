import description from "#package.json" with { type: "json" };

/** Version of the running release, such as `1.0.0`. */
export const version: string = description.version;
