import type { ReactNode } from "react";
import type { Bar } from "./bars.server";

type BarListProps = { title: string; bars: readonly Bar[]; action?: ReactNode };

/** Horizontal bars with their values; losses are hollow, so that they differ without color too. */
export function BarList({ title, bars, action }: BarListProps) {
  return (
    <figure className="card">
      <figcaption className="row apart">
        <h2>{title}</h2>
        {action}
      </figcaption>
      <ul className="bars">
        {bars.map(({ label, text, width, isDown }) => (
          <li key={label} className={isDown ? "down" : undefined}>
            {label}
            <i style={{ width: `${width}%` }} /> <b>{text}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}
