type Picture = { width: number; height: number };
/** `zoom` 1 is the largest square; `x` and `y` say where between the edges it stands, 0 to 1. */
type Choice = { zoom: number; x: number; y: number };

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** A chosen square as the API wants it (left and top as shares of the picture's sides, size of its shorter side), and how CSS shows it. */
export function square({ width, height }: Picture, { zoom, x, y }: Choice) {
  const shorter = Math.min(width, height);
  const side = shorter / zoom;
  return {
    left: (x * (width - side)) / width,
    top: (y * (height - side)) / height,
    size: side / shorter,
    style: {
      backgroundSize: `${percent(width / side)} ${percent(height / side)}`,
      backgroundPosition: `${percent(x)} ${percent(y)}`,
    },
  };
}
