-- What was archived with a term is read-only, whichever command writes: the row itself, and what is
-- added to its question, its thread or its run. Closing a term and undoing it set
-- `doubtless.moves_terms`, and so does what renders stored texts anew. What other triggers write is
-- derived from other rows, so it is allowed.
-- Run by server/kit/db/migrate.ts whenever this file has changed, so every statement can be run again.

create or replace function refuse_ended() returns trigger language plpgsql as $$
declare
  one record;
  ended uuid;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  if pg_trigger_depth() > 1 or current_setting('doubtless.moves_terms', true) = 'on' then
    return one;
  end if;
  if tg_argv[0] = 'itself' then
    ended := old.term_id;
  elsif tg_argv[0] = 'question' then
    select term_id into ended from assignments where id = one.assignment_id;
  elsif tg_argv[0] = 'doubt' then
    select term_id into ended from doubts where id = one.doubt_id;
  elsif tg_argv[0] = 'run' then
    select a.term_id into ended from runs join assignments as a on a.id = runs.assignment_id
    where runs.id = one.run_id;
  elsif tg_argv[0] = 'comment' then
    select a.term_id into ended from line_comments as c join runs on runs.id = c.run_id
      join assignments as a on a.id = runs.assignment_id
    where c.id = one.comment_id;
  elsif tg_argv[0] = 'solution' then
    select a.term_id into ended from solutions as s join assignments as a on a.id = s.assignment_id
    where s.id = one.solution_id;
  elsif one.kind = 'doubt' then
    select term_id into ended from doubts where id = one.subject_id;
  else
    select term_id into ended from assignments where id = one.subject_id;
  end if;
  if ended is not null then
    raise exception 'This belongs to a term that has ended (%). It can be read only.',
      (select name from terms where id = ended) using errcode = 'DS409';
  end if;
  return one;
end $$;

do $$
declare
  what record;
begin
  for what in select * from (values
    ('assignments', 'itself', 'update or delete'),
    ('announcements', 'itself', 'update or delete'),
    ('briefings', 'itself', 'update or delete'),
    ('goals', 'itself', 'update or delete'),
    ('doubts', 'itself', 'update or delete'),
    ('responses', 'itself', 'update or delete'),
    ('doubts', 'question', 'insert'),
    ('responses', 'question', 'insert'),
    ('attempts', 'question', 'insert'),
    ('reviews', 'question', 'insert'),
    ('assignees', 'question', 'insert or delete'),
    ('solutions', 'question', 'insert or delete'),
    ('solution_feedback', 'solution', 'insert'),
    ('rubrics', 'question', 'insert or update or delete'),
    ('runs', 'question', 'insert'),
    ('lesson_questions', 'question', 'insert'),
    ('group_answers', 'question', 'insert'),
    ('doubt_entries', 'doubt', 'insert or delete or update of message, helped'),
    ('doubt_sharers', 'doubt', 'insert or delete'),
    ('doubt_togethers', 'doubt', 'insert'),
    ('line_comments', 'run', 'insert or delete or update of text'),
    ('proposals', 'run', 'insert'),
    ('line_comment_answers', 'comment', 'insert or update of text'),
    ('claims', 'claim', 'insert')
  ) as rules(of, root, verbs) loop
    execute format(
      'create or replace trigger ended_%s before %s on %I for each row %s execute function refuse_ended(%L)',
      what.root, what.verbs, what.of,
      case what.root when 'itself' then 'when (old.term_id is not null)' else '' end, what.root);
  end loop;
end $$;
