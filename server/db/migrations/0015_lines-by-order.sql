-- The same rule as in 0001, which asked for the order by its key and its status at once. A plan that was made while there were
-- few orders then walked the index of all paid orders for every new line, and a connection keeps such a plan until the
-- tables are analysed. By the key alone there is one order to look at.
create or replace function refuse_order_line_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'order %: its lines never change', old.order_id using errcode = 'check_violation';
  end if;
  if (select status from orders where id = coalesce(new.order_id, old.order_id)) = 'paid' then
    raise exception 'order %: the lines of a paid order never change', coalesce(new.order_id, old.order_id) using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;
