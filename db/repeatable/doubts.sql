-- Whether a doubt is open to everyone signed in, or to the sections of its question, follows from itself and from its assignment
-- (isOpenToClass in server/doubts/policy.ts). It is kept beside the doubt, so that a list need not
-- ask for the assignment of each doubt that it walks past.
-- Run by server/kit/db/migrate.ts whenever this file has changed, so every statement can be run again.

-- Everyone signed in sees it (isGeneral in server/assignments/policy.ts).
create or replace function is_general(tag text) returns boolean language sql immutable as $$
  select tag not in ('central', 'personal')
$$;

create or replace function open_doubt() returns trigger language plpgsql as $$
begin
  select not new.private and is_general(distribution_tag) and audience is null,
    case when not new.private and is_general(distribution_tag) then audience end
  into new.open, new.open_to from assignments where id = new.assignment_id;
  return new;
end $$;

create or replace trigger doubts_open before insert or update of private, assignment_id on doubts
  for each row execute function open_doubt();

create or replace function open_doubts() returns trigger language plpgsql as $$
begin
  update doubts set
    open = not private and is_general(new.distribution_tag) and new.audience is null,
    open_to = case when not private and is_general(new.distribution_tag) then new.audience end
  where assignment_id = new.id;
  return null;
end $$;

create or replace trigger assignments_opened
  after update of distribution_tag, audience on assignments
  for each row when (is_general(old.distribution_tag) <> is_general(new.distribution_tag)
    or old.audience is distinct from new.audience)
  execute function open_doubts();

-- What was written before there were these triggers; after them, so that nothing comes in between.
update doubts set open = not private and is_general(distribution_tag) from assignments
where assignments.id = assignment_id and audience is null
  and open <> (not private and is_general(distribution_tag));
