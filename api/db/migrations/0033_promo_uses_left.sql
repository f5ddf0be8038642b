-- what is left of the payments made with promo codes, where it is known
update promo_uses u set left_cents = p.amount_cents - p.refunded_cents
  from partner_payments p where p.id = u.payment_id;--> statement-breakpoint
-- orders refunded before their server was set up
update promo_uses u set left_cents = 0
  from server_payments p join servers s on s.id = p.server_id
  where p.id = u.payment_id and u.left_cents is null and s.status = 'revoked' and s.ip is null
    and (select sum(total_cents) from server_payments a where a.server_id = p.server_id) = 0;
