import { useEffect, useState } from "react";
import { useTranslations } from "#app/components/translations";
import { Slider } from "#app/components/ui/slider";

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

/** Chooses the square of a picture by three sliders; the form sends it as shares of the picture's sides. */
export default function CropFields({ picture }: { picture: File }) {
  const t = useTranslations("profile");
  const [image, setImage] = useState<{ address: string; width: number; height: number }>();
  const [choice, setChoice] = useState({ zoom: 1, x: 0.5, y: 0.5 });

  useEffect(() => {
    const address = URL.createObjectURL(picture);
    const loaded = new Image();
    loaded.onload = () => setImage({ address, width: loaded.naturalWidth, height: loaded.naturalHeight });
    // what is no picture is refused by the server in words
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
