import { useEffect, useState } from "react";
import { useTranslations } from "#app/components/translations";
import { Slider } from "#app/components/ui/slider";

type Picture = { width: number; height: number };
/** `zoom` 1 is the largest square; `x` and `y` are its position between the edges, 0 to 1. */
type Choice = { zoom: number; x: number; y: number };

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/**
 * Returns the square as the API expects it (left and top as fractions of the picture's sides, size as a fraction of
 * its shorter side), and its CSS for the preview.
 */
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

/** Crops a picture to a square with three sliders; the form submits it as fractions of the picture's sides. */
export default function CropFields({ picture }: { picture: File }) {
  const t = useTranslations("profile");
  const [image, setImage] = useState<{ address: string; width: number; height: number }>();
  const [choice, setChoice] = useState({ zoom: 1, x: 0.5, y: 0.5 });

  useEffect(() => {
    const address = URL.createObjectURL(picture);
    const loaded = new Image();
    loaded.onload = () => setImage({ address, width: loaded.naturalWidth, height: loaded.naturalHeight });
    // the server rejects a file that is not a picture, with a message
    loaded.onerror = () => setImage(undefined);
    loaded.src = address;
    return () => URL.revokeObjectURL(address);
  }, [picture]);

  if (!image) return null;
  const { left, top, size, style } = square(image, choice);
  const slider = (name: "zoom" | "x" | "y", label: string, min: number, max: number) => (
    <Slider
      label={label}
      min={min}
      max={max}
      step={0.01}
      value={choice[name]}
      onChange={(value) => setChoice({ ...choice, [name]: value })}
    />
  );
  return (
    <fieldset className="field">
      <legend>{t("crop")}</legend>
      <div
        role="img"
        aria-label={t("avatarPreview")}
        className="avatar crop"
        style={{ ...style, backgroundImage: `url("${image.address}")` }}
      />
      {slider("zoom", t("cropZoom"), 1, 4)}
      {slider("x", t("cropX"), 0, 1)}
      {slider("y", t("cropY"), 0, 1)}
      <input type="hidden" name="cropLeft" value={left} />
      <input type="hidden" name="cropTop" value={top} />
      <input type="hidden" name="cropSize" value={size} />
    </fieldset>
  );
}
