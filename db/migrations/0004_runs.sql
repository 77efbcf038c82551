CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"source" text NOT NULL,
	"settings" jsonb NOT NULL,
	"kit" text,
	"origin" text NOT NULL,
	"result" jsonb,
	"verdict" text,
	"passed" integer NOT NULL,
	"total" integer NOT NULL,
	"verification_state" text DEFAULT 'none' NOT NULL,
	"verified_verdict" text,
	"verified_passed" integer,
	"verified_total" integer,
	"hidden_failed" integer,
	"hidden_total" integer,
	"agrees" boolean,
	"reason" text,
	"verified_result" jsonb,
	"verified_at" timestamp(3) with time zone,
	"ran_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"lease_until" timestamp(3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "starter" text;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "judge" jsonb DEFAULT '{"standard":"c++20","optimise":0,"timeMs":2000,"memoryMb":256,"outputKb":1024,"comparison":"text","tolerance":0.000001}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "runs_newest_student" ON "runs" USING btree ("assignment_id","student_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "runs_newest" ON "runs" USING btree ("assignment_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_order" ON "jobs" USING btree ("round","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_person_id_index" ON "jobs" USING btree ("person_id");