type DayFieldsProps = {
  from: { label: string; day: string };
  to: { label: string; day: string };
};

/** The first and the last day of a time, as `from` and `to`; days as `YYYY-MM-DD`, empty for none. */
export function DayFields(ends: DayFieldsProps) {
  return (["from", "to"] as const).map((name) => {
    const { label, day } = ends[name];
    return (
      <label key={name} className="field">
        {label}
        {/* another address may bring another day */}
        <input
          key={day}
          className="input short"
          type="date"
          name={name}
          defaultValue={day}
          min="2000-01-01"
          max="2099-12-31"
        />
      </label>
    );
  });
}
