CREATE TABLE "line_comment_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"comment_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "line_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"entry_id" uuid,
	"review_id" uuid,
	"from_line" integer NOT NULL,
	"to_line" integer NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"author_id" uuid NOT NULL,
	"done_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"entry_id" uuid,
	"review_id" uuid,
	"source" text NOT NULL,
	"passed" integer,
	"total" integer,
	"kit" text,
	"author_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rubrics" (
	"assignment_id" uuid PRIMARY KEY NOT NULL,
	"points" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "doubt_togethers" (
	"doubt_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"asked_by_id" uuid NOT NULL,
	"mentor_id" uuid,
	"state" text NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "doubt_togethers_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "appears_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "appears_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "given_points" jsonb;--> statement-breakpoint
ALTER TABLE "briefings" ADD COLUMN "appears_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "program_shown" text DEFAULT 'class' NOT NULL;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "kept_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "helped_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "helped_id" uuid;--> statement-breakpoint
ALTER TABLE "doubt_entries" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "doubt_entries" ADD COLUMN "refers_to_id" uuid;--> statement-breakpoint
ALTER TABLE "doubt_entries" ADD COLUMN "helped" boolean;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "given_points" jsonb;--> statement-breakpoint
ALTER TABLE "line_comment_answers" ADD CONSTRAINT "line_comment_answers_comment_id_line_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."line_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_comment_answers" ADD CONSTRAINT "line_comment_answers_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_comments" ADD CONSTRAINT "line_comments_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_comments" ADD CONSTRAINT "line_comments_entry_id_doubt_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."doubt_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_comments" ADD CONSTRAINT "line_comments_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_comments" ADD CONSTRAINT "line_comments_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_entry_id_doubt_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."doubt_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rubrics" ADD CONSTRAINT "rubrics_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubt_togethers" ADD CONSTRAINT "doubt_togethers_doubt_id_doubts_id_fk" FOREIGN KEY ("doubt_id") REFERENCES "public"."doubts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubt_togethers" ADD CONSTRAINT "doubt_togethers_asked_by_id_people_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubt_togethers" ADD CONSTRAINT "doubt_togethers_mentor_id_people_id_fk" FOREIGN KEY ("mentor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_comment_answers_comment" ON "line_comment_answers" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "line_comments_run" ON "line_comments" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "line_comments_entry" ON "line_comments" USING btree ("entry_id") WHERE entry_id is not null;--> statement-breakpoint
CREATE INDEX "line_comments_review" ON "line_comments" USING btree ("review_id") WHERE review_id is not null;--> statement-breakpoint
CREATE INDEX "proposals_run" ON "proposals" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "proposals_entry" ON "proposals" USING btree ("entry_id") WHERE entry_id is not null;--> statement-breakpoint
CREATE INDEX "proposals_review" ON "proposals" USING btree ("review_id") WHERE review_id is not null;--> statement-breakpoint
CREATE INDEX "doubt_togethers_asked_by_id_index" ON "doubt_togethers" USING btree ("asked_by_id");--> statement-breakpoint
CREATE INDEX "doubt_togethers_mentor_id_index" ON "doubt_togethers" USING btree ("mentor_id");--> statement-breakpoint
ALTER TABLE "doubt_entries" ADD CONSTRAINT "doubt_entries_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubt_entries" ADD CONSTRAINT "doubt_entries_refers_to_id_doubts_id_fk" FOREIGN KEY ("refers_to_id") REFERENCES "public"."doubts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_prepared" ON "announcements" USING btree ("appears_at") WHERE appears_at is not null;--> statement-breakpoint
CREATE INDEX "assignments_prepared" ON "assignments" USING btree ("appears_at") WHERE appears_at is not null;--> statement-breakpoint
CREATE INDEX "briefings_prepared" ON "briefings" USING btree ("appears_at") WHERE appears_at is not null;--> statement-breakpoint
CREATE INDEX "doubts_failure" ON "doubts" USING btree ("assignment_id","failure","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE failure is not null;--> statement-breakpoint
CREATE INDEX "doubts_answers" ON "doubts" USING btree ("assignment_id","kept_at" DESC NULLS LAST,"helped_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE open and (kept_at is not null or helped_at is not null and stage = 'resolved');--> statement-breakpoint
CREATE INDEX "doubt_entries_refers" ON "doubt_entries" USING btree ("refers_to_id") WHERE refers_to_id is not null;--> statement-breakpoint
CREATE INDEX "doubt_entries_run" ON "doubt_entries" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
-- by hand
-- A program that is attached to an older doubt may be the answer to homework that is not over.
UPDATE "doubts" SET "program_shown" = 'staff' FROM "assignments"
WHERE "assignments"."id" = "doubts"."assignment_id" AND "doubts"."stage" <> 'resolved'
	AND "assignments"."distribution_tag" IN ('hw', 'hm')
	AND ("assignments"."due_at" IS NULL OR "assignments"."due_at" > now());
