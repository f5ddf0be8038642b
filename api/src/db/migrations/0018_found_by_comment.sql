CREATE TABLE "server_comments" (
	"server_id" text PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"parts" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "server_comments" ADD CONSTRAINT "server_comments_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "server_comments_parts" ON "server_comments" USING gin ("parts") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "servers_by_ip_prefix" ON "servers" USING btree ("user_id","ip" text_pattern_ops);--> statement-breakpoint
-- small letters of any script, whatever the database's own locale: that of the private one is C, which knows English ones alone
CREATE FUNCTION small_letters(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(words COLLATE "und-x-icu")
$$;
--> statement-breakpoint
-- each letter and each pair of letters, as numbers of one client's own
CREATE FUNCTION comment_parts(client text, small text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtext(client || ' ' || substr(small, place, size))), '{}')
  FROM generate_series(1, length(small)) AS place, generate_series(1, 2) AS size
  WHERE place + size <= length(small) + 1
$$;
--> statement-breakpoint
CREATE FUNCTION keep_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO server_comments (server_id, words, parts)
  SELECT new.id, small, comment_parts(new.user_id, small) FROM small_letters(new.comment) AS small WHERE small <> ''
  ON CONFLICT (server_id) DO UPDATE SET words = excluded.words, parts = excluded.parts;
  IF new.comment = '' THEN DELETE FROM server_comments WHERE server_id = new.id; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- nothing is written between what is there and the first that is kept
LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TRIGGER servers_comment_kept AFTER INSERT OR UPDATE OF comment, user_id ON servers FOR EACH ROW EXECUTE FUNCTION keep_comment();
--> statement-breakpoint
INSERT INTO server_comments (server_id, words, parts)
SELECT id, small, comment_parts(user_id, small) FROM servers, small_letters(comment) AS small WHERE small <> '';
