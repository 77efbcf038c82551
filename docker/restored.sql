-- Run once after a backup was restored, before a server starts. Clients may have seen events that
-- are newer than the backup and so no longer exist. This empties the event log and sets its next
-- number past every number that a client can have seen, so that all clients fetch again.
begin;
truncate events;
select setval(log, nextval(log) + 1000000000)
from (select pg_get_serial_sequence('events', 'seq')::regclass as log) as numbers;
commit;
