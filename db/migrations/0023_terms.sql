CREATE TABLE "term_befores" (
	"term_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"ended_at" timestamp(3) with time zone NOT NULL,
	"by_id" uuid NOT NULL,
	"state" text DEFAULT 'closing' NOT NULL,
	"left_before" date,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "responses_queue";--> statement-breakpoint
DROP INDEX "responses_queue_status";--> statement-breakpoint
DROP INDEX "responses_line";--> statement-breakpoint
DROP INDEX "responses_newest";--> statement-breakpoint
DROP INDEX "doubts_unresolved";--> statement-breakpoint
DROP INDEX "doubts_active";--> statement-breakpoint
DROP INDEX "doubts_stage";--> statement-breakpoint
DROP INDEX "doubts_open";--> statement-breakpoint
DROP INDEX "doubts_assignment";--> statement-breakpoint
DROP INDEX "doubts_student";--> statement-breakpoint
DROP INDEX "doubts_answerer";--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "term_id" uuid;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "term_id" uuid;--> statement-breakpoint
ALTER TABLE "responses" ADD COLUMN "term_id" uuid;--> statement-breakpoint
ALTER TABLE "briefings" ADD COLUMN "term_id" uuid;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "term_id" uuid;--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "term_id" uuid;--> statement-breakpoint
ALTER TABLE "term_befores" ADD CONSTRAINT "term_befores_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms" ADD CONSTRAINT "terms_by_id_people_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "term_befores_term_id_kind_subject_id_index" ON "term_befores" USING btree ("term_id","kind","subject_id");--> statement-breakpoint
CREATE INDEX "terms_ended_at_index" ON "terms" USING btree ("ended_at");--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "briefings" ADD CONSTRAINT "briefings_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubts" ADD CONSTRAINT "doubts_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignments_term" ON "assignments" USING btree ("term_id","given_out_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE term_id is not null;--> statement-breakpoint
CREATE INDEX "responses_term" ON "responses" USING btree ("term_id","assignment_id","student_id") WHERE term_id is not null;--> statement-breakpoint
CREATE INDEX "doubts_term" ON "doubts" USING btree ("term_id","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"open","assignment_id","student_id") WHERE term_id is not null;--> statement-breakpoint
CREATE INDEX "responses_queue" ON "responses" USING btree ((review_status <> 'pending'),"waiting_since","assignment_id","student_id") WHERE term_id is null;--> statement-breakpoint
CREATE INDEX "responses_queue_status" ON "responses" USING btree ("review_status","waiting_since","assignment_id","student_id") WHERE term_id is null;--> statement-breakpoint
CREATE INDEX "responses_line" ON "responses" USING btree ("waiting_since","assignment_id","student_id") WHERE review_status = 'pending' and not as_doubt and term_id is null;--> statement-breakpoint
CREATE INDEX "responses_newest" ON "responses" USING btree ("submitted_at" DESC NULLS FIRST,"assignment_id" DESC NULLS FIRST,"student_id" DESC NULLS FIRST) WHERE term_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "doubts_unresolved" ON "doubts" USING btree ("assignment_id","student_id") WHERE stage <> 'resolved' and not aside and term_id is null;--> statement-breakpoint
CREATE INDEX "doubts_active" ON "doubts" USING btree ("active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"open","assignment_id","student_id","created_at") WHERE term_id is null;--> statement-breakpoint
CREATE INDEX "doubts_stage" ON "doubts" USING btree ("stage","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"open","assignment_id","student_id") WHERE term_id is null;--> statement-breakpoint
CREATE INDEX "doubts_open" ON "doubts" USING btree ("active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"open","assignment_id","student_id","answered_by_id") WHERE stage <> 'resolved' and term_id is null;--> statement-breakpoint
CREATE INDEX "doubts_assignment" ON "doubts" USING btree ("assignment_id","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"open","student_id","term_id");--> statement-breakpoint
CREATE INDEX "doubts_student" ON "doubts" USING btree ("student_id","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"assignment_id","term_id");--> statement-breakpoint
CREATE INDEX "doubts_answerer" ON "doubts" USING btree ("answered_by_id","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"term_id");