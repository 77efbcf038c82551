-- Refuses a change of a session or an API token that has ended. It has the rules of `identify` in
-- server/auth/queries.ts, and of `identifyToken` in server/auth/tokens/queries.ts. The statement that logs
-- the events of a change calls it (server/live/outbox.ts).
-- Run by server/kit/db/migrate.ts whenever this file has changed, so every statement can be run again.

-- It is volatile, so that its query sees what was committed until now, and not only what was
-- committed when the calling statement began.
create or replace function require_session(person uuid, session uuid, at timestamptz)
returns void volatile language plpgsql as $$
begin
  if exists (
    select from people
    left join sessions on sessions.id = session and sessions.person_id = people.id
    left join api_tokens on api_tokens.id = session and api_tokens.person_id = people.id
      and api_tokens.expires_at > at
    where people.id = person and deleted_at is null
      and people.epoch = coalesce(sessions.epoch, api_tokens.epoch)
      and (disabled_until is null or disabled_until <= at)
  ) then return; end if;
  raise exception 'The session has ended.' using errcode = 'DS401';
end $$;
