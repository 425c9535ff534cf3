ALTER TABLE "audit_log" ADD COLUMN "actor" text;--> statement-breakpoint
CREATE INDEX "audit_log_of_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is only ever added to' using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_audit_change();
--> statement-breakpoint
create trigger audit_log_not_emptied before truncate on audit_log for each statement execute function refuse_audit_change();
