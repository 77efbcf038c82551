-- Whether a doubt is open to everyone signed in follows from itself and from its assignment
-- (isOpenToClass in server/doubts/policy.ts). It is kept beside the doubt, so that a list need not
-- ask for the assignment of each doubt that it walks past.
-- Run by kit/migrate.ts whenever this file has changed, so every statement can be run again.

-- Everyone signed in sees it (isGeneral in server/assignments/policy.ts).
create or replace function is_general(tag text) returns boolean language sql immutable as $$
  select tag not in ('central', 'personal')
$$;

create or replace function open_doubt() returns trigger language plpgsql as $$
begin
  new.open := not new.private and is_general(
    (select distribution_tag from assignments where id = new.assignment_id));
  return new;
end $$;

create or replace trigger doubts_open before insert or update of private, assignment_id on doubts
  for each row execute function open_doubt();

create or replace function open_doubts() returns trigger language plpgsql as $$
begin
  update doubts set open = not private and is_general(new.distribution_tag)
  where assignment_id = new.id;
  return null;
end $$;

create or replace trigger assignments_opened after update of distribution_tag on assignments
  for each row when (is_general(old.distribution_tag) <> is_general(new.distribution_tag))
  execute function open_doubts();

-- What was written before there were these triggers; after them, so that nothing comes in between.
update doubts set open = not private and is_general(distribution_tag) from assignments
where assignments.id = assignment_id
  and open <> (not private and is_general(distribution_tag));
