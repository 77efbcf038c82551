-- Once after a backup was restored, before a server starts. What clients have seen of the event log
-- since that backup never happened: the log begins anew, past everything that anybody can have seen,
-- and all of them fetch afresh.
begin;
truncate events;
select setval(log, nextval(log) + 1000000000)
from (select pg_get_serial_sequence('events', 'seq')::regclass as log) as numbers;
commit;
