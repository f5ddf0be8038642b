-- the search for names ignores case in every alphabet by this collation; an index serves only the collation it has
do $$
begin
  if to_regclass('users_name_parts') is not null then
    drop index users_name_parts;
    create index users_name_parts on users using gin (name collate "und-x-icu" gin_trgm_ops) with (fastupdate = false);
  end if;
end $$;
