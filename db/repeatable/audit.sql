-- Keeps the rows of the audit trail as they were written: no statement of the application changes or
-- deletes one. Only `forget_audit` deletes rows, and only old ones.
-- Run by server/kit/db/migrate.ts whenever this file has changed, so every statement can be run again.

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('doubtless.forgets_audit', true) = 'on' then
    return null;
  end if;
  raise exception 'The audit trail is not changed.' using errcode = 'DS403';
end $$;

create or replace function refuse_young_audit_delete() returns trigger language plpgsql as $$
begin
  -- The shortest time that AUDIT_DAYS allows. So not even this function's setting, which anybody
  -- could set, deletes what happened lately.
  if old.at < now() - interval '30 days' then return old; end if;
  raise exception 'The audit trail is kept for 30 days at least.' using errcode = 'DS403';
end $$;

create or replace trigger audit_stays before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();
create or replace trigger audit_young_stays before delete on audit
  for each row execute function refuse_young_audit_delete();
-- Also where other triggers are off (session_replication_role = replica).
alter table audit enable always trigger audit_stays;
alter table audit enable always trigger audit_young_stays;

-- Deletes the oldest rows from before a time, at most so many. The setting holds inside it only; as
-- a part of the function's definition, only a superuser could make it.
create or replace function forget_audit(before timestamptz, most integer) returns integer
language plpgsql as $$
declare
  gone integer;
begin
  perform set_config('doubtless.forgets_audit', 'on', true);
  delete from audit where id in (
    select id from audit where at < least(before, now() - interval '30 days') order by at limit most
  );
  get diagnostics gone = row_count;
  perform set_config('doubtless.forgets_audit', '', true);
  return gone;
end $$;
