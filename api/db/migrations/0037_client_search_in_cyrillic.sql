CREATE INDEX "sessions_address" ON "sessions" USING btree ("address","created_at") WHERE "sessions"."viewed_by" is null;--> statement-breakpoint
-- pg_trgm knows the letters of the database's locale, with C Latin ones alone: a search in Cyrillic read all names
CREATE FUNCTION search_letters(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(words COLLATE "und-x-icu"), 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў', 'abvgdeejziyklmnoprstufhc4w67083xqiiegu')
$$;--> statement-breakpoint
do $$
begin
  if to_regclass('users_name_parts') is not null then
    drop index users_name_parts;
    create index users_name_parts on users using gin (search_letters(name) gin_trgm_ops) with (fastupdate = false);
  end if;
end $$;
