-- Notifies every process, at commit, of the products whose reviews have changed: ids separated by commas, or * for many.
-- A channel of its own, since product changes include sales: a sale must not make a long list of reviews be read again.
create function reviews_changed() returns trigger language plpgsql as $$
declare
  ids text[] := array(select distinct product_id from changed);
begin
  if cardinality(ids) > 100 then
    perform pg_notify('jara_reviews', '*');
  elsif cardinality(ids) > 0 then
    perform pg_notify('jara_reviews', array_to_string(ids, ','));
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger reviews_added after insert on reviews referencing new table as changed for each statement execute function reviews_changed();
--> statement-breakpoint
create trigger reviews_edited after update on reviews referencing new table as changed for each statement execute function reviews_changed();
--> statement-breakpoint
create trigger reviews_removed after delete on reviews referencing old table as changed for each statement execute function reviews_changed();
