-- "doubts.risen_to" and "people.registration" go with the next release: servers of the last one
-- still name them in their statements.
ALTER TABLE "doubts" DROP COLUMN "place_since";--> statement-breakpoint
ALTER TABLE "doubts" DROP COLUMN "spans";--> statement-breakpoint
DROP TABLE "quotas";--> statement-breakpoint
DROP TABLE "renderings";--> statement-breakpoint
DROP TABLE "unconfirmed_pictures";--> statement-breakpoint
COMMENT ON COLUMN "doubts"."risen_to" IS 'Unused: it goes with the next release, since servers of the last one still name it.';--> statement-breakpoint
COMMENT ON COLUMN "people"."registration" IS 'Unused: it goes with the next release, since servers of the last one still name it.';
