-- Inputs and outputs of cases get the line ends of Linux, and the last line of an input has one.
SELECT set_config('doubtless.moves_terms', 'on', true);--> statement-breakpoint
CREATE TEMPORARY TABLE "cases_before" ON COMMIT DROP AS
  SELECT "id" AS "assignment_id", "at", "one", "before"."input", "before"."output",
    regexp_replace(replace("before"."input", E'\r\n', E'\n'), E'\n?$', E'\n') AS "new_input",
    replace("before"."output", E'\r\n', E'\n') AS "new_output"
  FROM "assignments", jsonb_array_elements("test_cases") WITH ORDINALITY AS "cases" ("one", "at"),
    jsonb_to_record("one") AS "before" ("input" text, "output" text);--> statement-breakpoint
UPDATE "assignments" SET "test_cases" = "changed"."test_cases" FROM (
  SELECT "assignment_id", jsonb_agg(
    "one" || jsonb_build_object('input', "new_input", 'output', "new_output") ORDER BY "at"
  ) AS "test_cases" FROM "cases_before" GROUP BY "assignment_id"
) AS "changed" WHERE "id" = "assignment_id" AND "assignments"."test_cases" <> "changed"."test_cases";--> statement-breakpoint
-- A doubt names the case that its program failed by the texts of the case (caseKey in runs/failure.ts).
CREATE FUNCTION pg_temp.case_key(input text, output text) RETURNS text LANGUAGE sql AS $$
  SELECT 'case ' || left(encode(sha256(convert_to(
    '[' || to_json(input) || ',' || to_json(output) || ']', 'UTF8')), 'hex'), 32)
$$;--> statement-breakpoint
UPDATE "doubts" SET "failure" = pg_temp.case_key("new_input", "new_output") FROM "cases_before"
  WHERE "doubts"."assignment_id" = "cases_before"."assignment_id"
    AND "failure" = pg_temp.case_key("input", "output");
