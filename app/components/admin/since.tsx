import { useViewer } from "#app/components/translations";
import { ageText, dateTimeText } from "#app/lib/dates";

/** The time since which something waits, and how long that is. */
export function Since({ since }: { since: string }) {
  const viewer = useViewer();
  return (
    <time dateTime={since}>
      {dateTimeText(since, viewer)} <span className="muted">({ageText(since, viewer)})</span>
    </time>
  );
}
