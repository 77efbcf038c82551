-- A person's jobs are taken in the order in which they came. "jobs.round" goes with the next release:
-- servers of the last one still name it in their statements.
DROP INDEX "jobs_order";--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "round" SET DEFAULT 0;--> statement-breakpoint
COMMENT ON COLUMN "jobs"."round" IS 'Unused: it goes with the next release, since servers of the last one still name it.';
