-- The same table as server/order/transition.ts: an order's status moves along it whoever writes, the program or a person.
create function refuse_order_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'paid' then
      raise exception 'order %: a paid order is kept', old.id using errcode = 'check_violation';
    end if;
    return old;
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'paid'), ('pending', 'failed'), ('pending', 'cancelled'), ('failed', 'paid'), ('cancelled', 'paid')
  ) then
    raise exception 'order %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  -- Names and addresses may still be blanked when a person asks to be forgotten.
  if old.status = 'paid' and
    (new.id, new.checkout_id, new.total_kobo, new.shipping_fee_kobo, new.shipping_place, new.content_hash, new.paid_at, new.created_at)
    is distinct from
    (old.id, old.checkout_id, old.total_kobo, old.shipping_fee_kobo, old.shipping_place, old.content_hash, old.paid_at, old.created_at)
  then
    raise exception 'order %: what was paid for never changes', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger orders_transition before update or delete on orders for each row execute function refuse_order_change();
--> statement-breakpoint
create function refuse_order_line_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'order %: its lines never change', old.order_id using errcode = 'check_violation';
  end if;
  if exists (select 1 from orders where id = coalesce(new.order_id, old.order_id) and status = 'paid') then
    raise exception 'order %: the lines of a paid order never change', coalesce(new.order_id, old.order_id) using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger order_lines_frozen before insert or update or delete on order_lines for each row execute function refuse_order_line_change();
--> statement-breakpoint
create function refuse_stock_move_change() returns trigger language plpgsql as $$
begin
  raise exception 'stock_moves is only ever added to' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger stock_moves_append_only before update or delete on stock_moves for each row execute function refuse_stock_move_change();
