import { scaleThreshold } from "@visx/scale";

/** How strong a month's tile is: three steps of gain, three of loss; 0 where nothing moved. */
export const heatOf = scaleThreshold<number, number>({
  domain: [-0.1, -0.05, -Number.MIN_VALUE, Number.MIN_VALUE, 0.05, 0.1],
  range: [-3, -2, -1, 0, 1, 2, 3],
});
