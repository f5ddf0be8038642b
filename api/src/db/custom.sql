create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
--> statement-breakpoint
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
--> statement-breakpoint
create trigger ledger_transactions_append_only before update or delete on ledger_transactions for each row execute function refuse_change();
--> statement-breakpoint
create trigger ledger_entries_not_emptied before truncate on ledger_entries execute function refuse_change();
--> statement-breakpoint
create trigger ledger_transactions_not_emptied before truncate on ledger_transactions execute function refuse_change();
--> statement-breakpoint
create function refuse_unequal_entries() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'the entries of ledger transaction % do not sum to zero', new.transaction_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger ledger_entries_sum_to_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unequal_entries();
--> statement-breakpoint
create function count_servers() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.user_id = new.user_id then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update server_counts set count = count - 1 where user_id = old.user_id and status = old.status;
  end if;
  if tg_op <> 'DELETE' then
    insert into server_counts (user_id, status, count) values (new.user_id, new.status, 1)
    on conflict (user_id, status) do update set count = server_counts.count + 1;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger servers_counted after insert or update or delete on servers for each row execute function count_servers();
