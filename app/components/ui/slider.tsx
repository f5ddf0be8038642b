import "./slider.css";
import { Label } from "react-aria-components/Label";
import { Slider as AriaSlider, SliderThumb, SliderTrack } from "react-aria-components/Slider";

type SliderProps = {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
};

/**
 * A slider for pointer, touch and keyboard. It renders no form field, and weighs 20 KB: load it on demand, in
 * components that need script anyway.
 */
export function Slider({ label, min, max, step, value, onChange }: SliderProps) {
  return (
    <AriaSlider
      className="slider"
      minValue={min}
      maxValue={max}
      step={step}
      value={value}
      onChange={(next) => onChange(Number(next))}
    >
      <Label>{label}</Label>
      <SliderTrack className="slider-track">
        <SliderThumb className="slider-thumb" />
      </SliderTrack>
    </AriaSlider>
  );
}
