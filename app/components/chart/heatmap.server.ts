import { scaleThreshold } from "@visx/scale";

/** Returns the color step of a month's cell: three steps of gain, three of loss; 0 for no change. */
export const heatOf = scaleThreshold<number, number>({
  domain: [-0.1, -0.05, -Number.MIN_VALUE, Number.MIN_VALUE, 0.05, 0.1],
  range: [-3, -2, -1, 0, 1, 2, 3],
});
