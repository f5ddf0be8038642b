import { useId } from "react";

/** A day as `YYYY-MM-DD`, empty for none; or what was typed instead of one, and the message that says so. */
export type TypedDay = { day: string; message?: string };
export type TypedDays = { from: TypedDay; to: TypedDay };

/** Whether a day is none, so that what folds the fields away stays open. */
export const isAnyWrong = ({ from, to }: TypedDays) => Boolean(from.message || to.message);

type DayFieldsProps = { labels: { from: string; to: string }; days: TypedDays };

/** The first and the last day of a time, as `from` and `to`. */
export function DayFields({ labels, days }: DayFieldsProps) {
  const id = useId();
  return (["from", "to"] as const).map((name) => {
    const { day, message } = days[name];
    const messageId = message && `${id}${name}`;
    const field = (
      <label key={name} className="field">
        {labels[name]}
        {/* another address may bring another day */}
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
