ALTER TABLE "server_comments" ADD COLUMN "user_id" text;
--> statement-breakpoint
-- what a comment that holds a text has at least: its pairs of letters, or its only letter
CREATE FUNCTION sought_parts(client text, small text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtext(client || ' ' || substr(small, place, 2))), '{}')
  FROM generate_series(1, greatest(length(small) - 1, 1)) AS place
$$;
--> statement-breakpoint
-- nothing is written between what is there and the first that is kept with its client
LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO server_comments (server_id, user_id, words, parts)
  SELECT new.id, new.user_id, small, comment_parts(new.user_id, small) FROM small_letters(new.comment) AS small WHERE small <> ''
  ON CONFLICT (server_id) DO UPDATE SET user_id = excluded.user_id, words = excluded.words, parts = excluded.parts;
  IF new.comment = '' THEN DELETE FROM server_comments WHERE server_id = new.id; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE server_comments SET user_id = servers.user_id FROM servers WHERE servers.id = server_comments.server_id;
--> statement-breakpoint
ALTER TABLE "server_comments" ALTER COLUMN "user_id" SET NOT NULL;
