import type { Database } from "#api/db/connect";
import type { Finding } from "./finding";
import { find } from "./finding";

const hourMs = 3_600_000;
/** The limits of `deploy/metrics/alerts.yaml`: a night and its delay, a week and two nights. */
const mostHours = { made: 26, restored: 9 * 24 };

type Newest = { made: Date | null; restored: Date | null; folder: string | null };

/** Checks the age of the newest backup, and of the newest one that was restored as a test. */
export async function examineBackups(
  { $client: pool }: Database,
  { now, passphrase }: { now: Date; passphrase: string | undefined },
): Promise<{ findings: Finding[]; folder: string | null }> {
  const { rows } = await pool.query<Newest>(
    `select max(made_at) as made, max(restored_at) as restored,
      (array_agg(folder order by made_at desc))[1] as folder from backups`,
  );
  const { made = null, restored = null, folder = null } = rows[0] ?? {};
  const findings = [
    await find("backup", async () => {
      if (!passphrase) throw new Error("No backup can be made: set BACKUP_PASSPHRASE.");
      return `${ageOf(made, { now, most: mostHours.made, none: "There is no backup: systemctl start cabinet-backup" })}, in ${folder}`;
    }),
    await find("restore drill", async () =>
      ageOf(restored, {
        now,
        most: mostHours.restored,
        none: "No backup was ever restored to try it: systemctl start cabinet-drill",
      }),
    ),
  ];
  return { findings, folder };
}

function ageOf(at: Date | null, { now, most, none }: { now: Date; most: number; none: string }): string {
  if (!at) throw new Error(none);
  const hours = Math.round((now.getTime() - at.getTime()) / hourMs);
  const text = `${hours} hours ago`;
  if (hours > most)
    throw new Error(`The last was ${text}, more than ${most}: look at systemctl list-timers.`);
  return text;
}
