import { useId } from "react";
import type { TypedDays } from "#app/lib/typed-days";

type DayFieldsProps = { labels: { from: string; to: string }; days: TypedDays };

/** Two date inputs, `from` and `to`, for the first and the last day of a period. */
export function DayFields({ labels, days }: DayFieldsProps) {
  const id = useId();
  return (["from", "to"] as const).map((name) => {
    const { day, message } = days[name];
    const messageId = message && `${id}${name}`;
    const field = (
      <label key={name} className="field">
        {labels[name]}
        {/* remounts the input if the URL has another day */}
        <input
          key={day}
          className="input short"
          type="date"
          name={name}
          defaultValue={day}
          min="2000-01-01"
          max="2099-12-31"
          aria-invalid={message ? true : undefined}
          aria-describedby={messageId}
        />
      </label>
    );
    if (!message) return field;
    return (
      <div key={name} className="field">
        {field}
        <p className="error" id={messageId}>
          {message}
        </p>
      </div>
    );
  });
}
