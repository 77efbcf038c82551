-- The dashboards' figures, counted where rows are written: whoever writes them, the figures are
-- right, and reading them costs the same however many rows there are.
-- Run by server/kit/db/migrate.ts whenever this file has changed, so every statement can be run again.
-- Doubts, replies and messages are never deleted: only their insertion counts.

-- Adds to a figure. Each connection has a slot of its own, so that writers do not wait for each other.
create or replace function move_figure(what text, whose uuid, moved bigint) returns void
language sql as $$
  insert into figures as f (figure, owner_id, slot, count)
  values (what, coalesce(whose, '00000000-0000-0000-0000-000000000000'), pg_backend_pid() % 16, moved)
  on conflict (figure, owner_id, slot) do update set count = f.count + excluded.count
$$;

-- People count in their role once they are verified, until they are deleted.
create or replace function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform move_figure(role, null, count(*)) from added
    where verified_at is not null and deleted_at is null group by role order by role;
  elsif tg_op = 'DELETE' then
    perform move_figure(role, null, -count(*)) from removed
    where verified_at is not null and deleted_at is null group by role order by role;
  else
    perform move_figure(role, null, sum(moved)::bigint) from (
      select role, 1 as moved from added where verified_at is not null and deleted_at is null
      union all
      select role, -1 from removed where verified_at is not null and deleted_at is null
    ) as person group by role having sum(moved) <> 0 order by role;
  end if;
  return null;
end $$;

create or replace trigger people_added after insert on people
  referencing new table as added for each statement execute function count_people();
create or replace trigger people_removed after delete on people
  referencing old table as removed for each statement execute function count_people();
create or replace trigger people_changed after update on people
  referencing old table as removed new table as added
  for each statement execute function count_people();

-- What an assignment's distribution tag counts as.
create or replace function figure_of_tag(tag text) returns text language sql immutable as $$
  select case when tag in ('hw', 'hm') then 'homework' when tag = 'cw' then 'classwork' end
$$;

-- What an assignment counts as in its topic: only those that the whole class has count. One that was
-- archived with a term counts no longer.
create or replace function figure_of_topic(tag text, topic text) returns text
language sql immutable as $$
  select case when is_general(tag) then 'topic ' || topic end
$$;

create or replace function count_assignments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform move_figure(figure, null, count(*)) from (
      select figure_of_topic(distribution_tag, major_topic) as figure from added
    ) as given where figure is not null group by figure order by figure;
    perform move_figure('question', owner, count(*)) from (
      select created_by_id as owner from added union all select null from added
    ) as created group by owner order by owner;
    perform move_figure(figure_of_tag(distribution_tag), null, count(*)) from added
    where figure_of_tag(distribution_tag) is not null
    group by figure_of_tag(distribution_tag) order by figure_of_tag(distribution_tag);
  else
    perform move_figure(figure, null, sum(moved)::bigint) from (
      select figure_of_tag(distribution_tag) as figure, 1 as moved from added where term_id is null
      union all
      select figure_of_tag(distribution_tag), -1 from removed where term_id is null
      union all
      select figure_of_topic(distribution_tag, major_topic), 1 from added where term_id is null
      union all
      select figure_of_topic(distribution_tag, major_topic), -1 from removed where term_id is null
    ) as given where figure is not null group by figure having sum(moved) <> 0 order by figure;
  end if;
  return null;
end $$;

create or replace trigger assignments_added after insert on assignments
  referencing new table as added for each statement execute function count_assignments();
create or replace trigger assignments_changed after update on assignments
  referencing old table as removed new table as added
  for each statement execute function count_assignments();

-- Counts the topics of assignments from before these figures existed. Nobody else writes: the
-- statements above have locked the table.
insert into figures (figure, owner_id, slot, count)
select figure, '00000000-0000-0000-0000-000000000000', 0, count(*) from (
  select figure_of_topic(distribution_tag, major_topic) as figure from assignments
) as given
where figure is not null and not exists (select from figures where figure like 'topic %')
group by figure;

create or replace function count_doubts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform move_figure('doubt', null, count(*)) from added
    where not mentor_first having count(*) > 0;
  else
    perform move_figure('doubt', null, -count(*)) from removed
    where not mentor_first having count(*) > 0;
  end if;
  return null;
end $$;

create or replace trigger doubts_added after insert on doubts
  referencing new table as added for each statement execute function count_doubts();
create or replace trigger doubts_removed after delete on doubts
  referencing old table as removed for each statement execute function count_doubts();

-- A doubt counts once for each who replied to it. An answer to a group counts once for all its
-- threads: its entries are inserted by one statement.
create or replace function count_replies() returns trigger language plpgsql as $$
begin
  perform move_figure('replied', sender_id,
    count(*) filter (where not sent_to_several) + coalesce(bool_or(sent_to_several), false)::int
  ) from added
  where type = 'reply' and (sent_to_several or not exists (
    select 1 from doubt_entries as earlier
    where earlier.doubt_id = added.doubt_id and earlier.place < added.place
      and earlier.sender_id = added.sender_id and earlier.type = 'reply'
      and not earlier.sent_to_several
  )) group by sender_id order by sender_id;
  return null;
end $$;

create or replace trigger doubt_entries_added after insert on doubt_entries
  referencing new table as added for each statement execute function count_replies();

create or replace function count_messages() returns trigger language plpgsql as $$
begin
  perform move_figure('message', null, count(*)) from added having count(*) > 0;
  perform move_figure('personal', sender_id, count(*)) from added
  where not is_public group by sender_id order by sender_id;
  return null;
end $$;

create or replace trigger messages_added after insert on messages
  referencing new table as added for each statement execute function count_messages();
