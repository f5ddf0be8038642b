ALTER TABLE "servers" RENAME COLUMN "tended_at" TO "processed_at";
--> statement-breakpoint
-- jobs that wait in the queue, and the last run of scheduled ones, follow the jobs' new names
DO $$
DECLARE
  renamed record;
BEGIN
  FOR renamed IN
    SELECT * FROM (VALUES
      ('monitoring.sweep-silence', 'monitoring.check-silence'),
      ('monitoring.sweep-alert-log', 'monitoring.expire-alert-log'),
      ('monitoring.sweep-imports', 'monitoring.expire-imports'),
      ('monitoring.sweep-reports', 'monitoring.create-due-reports'),
      ('monitoring.sweep-subscriptions', 'monitoring.process-due-subscriptions'),
      ('payments.sweep', 'payments.expire-deposits'),
      ('staff.tell', 'staff.notify'),
      ('vps.sweep', 'vps.process-due-servers'),
      ('vps.tend-server', 'vps.process-server'),
      ('reseal', 'rotate-keys'),
      ('sweep-files', 'delete-orphan-files')
    ) AS names (old, new)
  LOOP
    UPDATE job_schedules SET name = renamed.new WHERE name = renamed.old;
    IF to_regclass('pgboss.job') IS NOT NULL THEN
      UPDATE pgboss.job SET data = jsonb_set(data, '{job}', to_jsonb(renamed.new))
      WHERE data->>'job' = renamed.old AND state IN ('created', 'retry');
    END IF;
  END LOOP;
END $$;
