ALTER TABLE "doubts" drop column "asked";--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "asked" "tsvector" GENERATED ALWAYS AS (to_tsvector('class_english', translate(left(doubt_text, 2000), '<>./&', '     '))) STORED;
--> statement-breakpoint
-- The threads with such words, those of ended terms too.
SELECT set_config('doubtless.moves_terms', 'on', true);--> statement-breakpoint
UPDATE doubts SET words = (
  WITH RECURSIVE said AS (
    SELECT 0 AS place, ''::tsvector AS words
    UNION ALL
    SELECT e.place, CASE WHEN pg_column_size(said.words) < 400000
      THEN said.words || to_tsvector('class_english', translate(e.message, '<>./&', '     '))
      ELSE said.words END
    FROM said JOIN doubt_entries AS e ON e.doubt_id = doubts.id AND e.place = said.place + 1
  ) SELECT words FROM said ORDER BY place DESC LIMIT 1)
WHERE EXISTS (
  SELECT FROM doubt_entries AS e WHERE e.doubt_id = doubts.id AND e.message ~ '[<>./&]');
