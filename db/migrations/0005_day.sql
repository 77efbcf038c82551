CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"device" text NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"signed_in_at" timestamp(3) with time zone,
	"seen_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_limits" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"long" integer NOT NULL,
	"too_long" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"key" text,
	"shared" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "doubt_sharers" (
	"doubt_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "doubt_sharers_doubt_id_student_id_pk" PRIMARY KEY("doubt_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "student_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "responses_queue";--> statement-breakpoint
DROP INDEX "responses_queue_status";--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "due_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "late_rule" text DEFAULT 'marked' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "sent_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "sent_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "as_doubt" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "waiting_since" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "sharers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "doubt_entries" ADD COLUMN "waited_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "waited_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_limits" ADD CONSTRAINT "desk_limits_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubt_sharers" ADD CONSTRAINT "doubt_sharers_doubt_id_doubts_id_fk" FOREIGN KEY ("doubt_id") REFERENCES "public"."doubts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubt_sharers" ADD CONSTRAINT "doubt_sharers_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_notes" ADD CONSTRAINT "student_notes_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_notes" ADD CONSTRAINT "student_notes_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_newest" ON "sessions" USING btree ("person_id","used_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "visits_seen_at_index" ON "visits" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "saved_replies_owner_id_id_index" ON "saved_replies" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "saved_replies_shared" ON "saved_replies" USING btree ("id") WHERE shared;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_replies_key" ON "saved_replies" USING btree ("owner_id","key") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "doubt_sharers_student_id_index" ON "doubt_sharers" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "student_notes_student_id_created_at_id_index" ON "student_notes" USING btree ("student_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assignments_due" ON "assignments" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "attempts_newest_student" ON "attempts" USING btree ("student_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "responses_line" ON "responses" USING btree ("waiting_since","assignment_id","student_id") WHERE review_status = 'pending' and not as_doubt;--> statement-breakpoint
CREATE INDEX "doubt_entries_answers" ON "doubt_entries" USING btree ("created_at","waited_since") WHERE waited_since is not null;--> statement-breakpoint
CREATE INDEX "reviews_answers" ON "reviews" USING btree ("created_at","waited_since") WHERE waited_since is not null;--> statement-breakpoint
CREATE INDEX "reviews_newest_student" ON "reviews" USING btree ("student_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "responses_queue" ON "responses" USING btree ((review_status <> 'pending'),"waiting_since","assignment_id","student_id");--> statement-breakpoint
CREATE INDEX "responses_queue_status" ON "responses" USING btree ("review_status","waiting_since","assignment_id","student_id");--> statement-breakpoint
-- by hand
UPDATE "responses" AS r SET "waiting_since" = coalesce((
	SELECT min(a."created_at") FROM "attempts" AS a
	WHERE a."assignment_id" = r."assignment_id" AND a."student_id" = r."student_id"
		AND a."created_at" > coalesce((
			SELECT max(v."created_at") FROM "reviews" AS v
			WHERE v."assignment_id" = r."assignment_id" AND v."student_id" = r."student_id" AND v."status" <> 'pending'
		), '-infinity')
), r."submitted_at");--> statement-breakpoint
UPDATE "doubt_entries" AS e SET "waited_since" = w."since" FROM (
	SELECT r."id", min(q."created_at") AS "since" FROM "doubt_entries" AS r
	JOIN "doubt_entries" AS q ON q."doubt_id" = r."doubt_id" AND q."place" < r."place" AND q."type" IN ('doubt', 'follow-up')
		AND q."place" > coalesce((
			SELECT max(p."place") FROM "doubt_entries" AS p
			WHERE p."doubt_id" = r."doubt_id" AND p."place" < r."place" AND p."type" = 'reply'
		), 0)
	WHERE r."type" = 'reply' GROUP BY r."id"
) AS w WHERE w."id" = e."id";--> statement-breakpoint
UPDATE "reviews" AS v SET "waited_since" = (
	SELECT min(a."created_at") FROM "attempts" AS a
	WHERE a."assignment_id" = v."assignment_id" AND a."student_id" = v."student_id" AND a."created_at" <= v."created_at"
		AND a."created_at" > coalesce((
			SELECT max(o."created_at") FROM "reviews" AS o
			WHERE o."assignment_id" = v."assignment_id" AND o."student_id" = v."student_id"
				AND o."status" <> 'pending' AND o."created_at" < v."created_at"
		), '-infinity')
) WHERE v."status" <> 'pending';
