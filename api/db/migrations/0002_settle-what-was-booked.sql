-- what was refunded as a whole was so to the last cent
update partner_payments set refunded_cents = amount_cents where refunded_at is not null;
--> statement-breakpoint
-- rewards that were booked before clear as they did; those of servers that may still be given back wait for them
update partner_rewards r set settled_at = r.created_at
where not exists (
  select 1 from server_payments p join servers s on s.id = p.server_id
  where p.id = r.payment_id and s.ip is null and s.status <> 'revoked');
--> statement-breakpoint
-- until when the price of an upgrade covers the difference
update upgrades u set paid_until = p.period_to
from server_payments p
where p.server_id = u.server_id and p.kind = 'upgrade' and p.created_at = u.created_at;
--> statement-breakpoint
-- what one renewal cost more because of an upgrade that may still be given back; of several the shares are not known
insert into upgrade_surcharges (upgrade_id, payment_id, cents)
select u.id, min(p.id), u.charged_cents - o.total_cents
from upgrades u
join server_payments o on o.server_id = u.server_id and o.kind = 'upgrade' and o.created_at = u.created_at
join server_payments p on p.server_id = u.server_id and p.kind = 'renewal' and p.period_from >= o.period_to
where u.status in ('pending', 'running', 'failed') and u.charged_cents > o.total_cents
group by u.id, u.charged_cents, o.total_cents having count(*) = 1;
