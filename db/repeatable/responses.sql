-- A response that is not solved and the doubt that it raised are one thing in the mentors' line:
-- the doubt. Whether a doubt stands for a response is kept beside the response, so that the line
-- need not ask for the doubts of each response that it walks past.
-- Run by server/kit/db/migrate.ts whenever this file has changed, so every statement can be run again.

-- A new attempt is one thing with a doubt that waits. With an older, answered one it is not.
create or replace function response_as_doubt() returns trigger language plpgsql as $$
begin
  new.as_doubt := new.response_status <> 'solved' and exists (
    select from doubts where assignment_id = new.assignment_id and student_id = new.student_id
      and stage <> 'resolved' and waiting_since is not null);
  return new;
end $$;

create or replace trigger responses_as_doubt before insert or update of submitted_at on responses
  for each row execute function response_as_doubt();

-- A doubt that begins to wait stands for the response. An answer to the doubt settles both. Another
-- look at a decision was asked for by itself.
create or replace function doubt_as_response() returns trigger language plpgsql as $$
begin
  update responses set as_doubt = true
  where assignment_id = new.assignment_id and student_id = new.student_id
    and response_status <> 'solved' and review_status = 'pending' and again_of_id is null
    and not as_doubt;
  return null;
end $$;

create or replace trigger doubts_as_response after insert or update of waiting_since on doubts
  for each row when (new.waiting_since is not null) execute function doubt_as_response();

-- What was written before there were these triggers.
update responses as r set as_doubt = true
where review_status = 'pending' and response_status <> 'solved' and again_of_id is null
  and not as_doubt and exists (
  select from doubts as d where d.assignment_id = r.assignment_id and d.student_id = r.student_id
    and (d.waiting_since is not null or d.active_at >= r.submitted_at));
