-- A term that is set back has no row any more. "terms.state", "left_before", "done" and "total" go with
-- the next release: servers of the last one still name them in their statements.
DELETE FROM "terms" WHERE "state" = 'undone';--> statement-breakpoint
ALTER TABLE "terms" ALTER COLUMN "total" SET DEFAULT 0;--> statement-breakpoint
COMMENT ON COLUMN "terms"."state" IS 'Unused: it goes with the next release, since servers of the last one still name it.';--> statement-breakpoint
COMMENT ON COLUMN "terms"."left_before" IS 'Unused: it goes with the next release, since servers of the last one still name it.';--> statement-breakpoint
COMMENT ON COLUMN "terms"."done" IS 'Unused: it goes with the next release, since servers of the last one still name it.';--> statement-breakpoint
COMMENT ON COLUMN "terms"."total" IS 'Unused: it goes with the next release, since servers of the last one still name it.';
