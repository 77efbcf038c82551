CREATE TABLE "about" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"story" text NOT NULL,
	"mission" text NOT NULL,
	"milestones" jsonb NOT NULL,
	"contact" jsonb NOT NULL,
	"html" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone,
	CONSTRAINT "about_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"sender_id" uuid NOT NULL,
	"links" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assignees" (
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	CONSTRAINT "assignees_assignment_id_student_id_pk" PRIMARY KEY("assignment_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"explanation" text NOT NULL,
	"explanation_source" text NOT NULL,
	"test_cases" jsonb NOT NULL,
	"difficulty" text NOT NULL,
	"tags" text[] NOT NULL,
	"repo_category" text NOT NULL,
	"question_type" text,
	"major_topic" text NOT NULL,
	"similar_questions" jsonb NOT NULL,
	"coding_platform_link" text,
	"files" text[] NOT NULL,
	"distribution_tag" text DEFAULT 'central' NOT NULL,
	"given_out_at" timestamp(3) with time zone,
	"solution_visible" boolean DEFAULT false NOT NULL,
	"assigned_by_id" uuid,
	"created_by_id" uuid NOT NULL,
	"last_modified_by_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"response_status" text NOT NULL,
	"submission_url" text,
	"learning_notes" text,
	"student_solution" text,
	"student_solution_source" text,
	"screenshots" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "responses" (
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"response_status" text NOT NULL,
	"submission_url" text,
	"learning_notes" text,
	"student_solution" text,
	"student_solution_source" text,
	"screenshots" text[] DEFAULT '{}' NOT NULL,
	"review_status" text DEFAULT 'pending' NOT NULL,
	"review_comment" text,
	"updated_student_solution" text,
	"updated_student_solution_source" text,
	"reviewed_by_id" uuid,
	"reviewed_at" timestamp(3) with time zone,
	"submitted_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "responses_assignment_id_student_id_pk" PRIMARY KEY("assignment_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "briefings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"class_summary" text NOT NULL,
	"class_questions" text NOT NULL,
	"homework_questions" text NOT NULL,
	"html" jsonb NOT NULL,
	"created_by_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "briefings_day_unique" UNIQUE("day")
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figures" (
	"figure" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"slot" smallint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "figures_figure_owner_id_slot_pk" PRIMARY KEY("figure","owner_id","slot")
);
--> statement-breakpoint
CREATE TABLE "doubts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"doubt_text" text NOT NULL,
	"private" boolean DEFAULT false NOT NULL,
	"stage" text NOT NULL,
	"resolved_at" timestamp(3) with time zone,
	"active_at" timestamp(3) with time zone NOT NULL,
	"waiting_since" timestamp(3) with time zone,
	"entries" integer NOT NULL,
	"answered_by_id" uuid,
	"words" "tsvector" NOT NULL,
	"spans" integer[] GENERATED ALWAYS AS (array[floor(extract(epoch from active_at at time zone 'UTC') / 86400)::integer, 1000000 + floor(extract(epoch from active_at at time zone 'UTC') / 86400)::integer / 8, 2000000 + floor(extract(epoch from active_at at time zone 'UTC') / 86400)::integer / 64]) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "doubt_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"doubt_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"type" text NOT NULL,
	"message" text NOT NULL,
	"html" text NOT NULL,
	"sender_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "goals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"week" date NOT NULL,
	"weekly_target" text NOT NULL,
	"weekly_justification" text NOT NULL,
	"daily_reports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"by_id" uuid NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "claims_kind_subject_id_student_id_pk" PRIMARY KEY("kind","subject_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "codes_email_purpose_pk" PRIMARY KEY("email","purpose")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"owner_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"person_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"request" text NOT NULL,
	"result" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_person_id_key_pk" PRIMARY KEY("person_id","key")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sealed" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"rooms" text[] NOT NULL,
	"data" json NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"is_public" boolean NOT NULL,
	"sender_id" uuid NOT NULL,
	"sender_role" text NOT NULL,
	"audience" text GENERATED ALWAYS AS (case
      when not is_public then 'personal'
      when sender_role in ('mentor', 'admin') then 'everyone'
      else 'staff'
    end) STORED NOT NULL,
	"links" text[] NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_recipients" (
	"message_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "message_recipients_message_id_person_id_pk" PRIMARY KEY("message_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"branch" text,
	"year" integer,
	"profile_image" text,
	"linkedin" text,
	"github" text,
	"password_hash" text,
	"registration" uuid,
	"verified_at" timestamp(3) with time zone,
	"disabled_until" timestamp(3) with time zone,
	"deleted_at" timestamp(3) with time zone,
	"epoch" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"status" text NOT NULL,
	"comment" text,
	"updated_student_solution" text,
	"updated_student_solution_source" text,
	"reviewer_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "solution_feedback" (
	"solution_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"feedback" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "solution_feedback_solution_id_student_id_pk" PRIMARY KEY("solution_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "give_ups" (
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"gave_up_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "give_ups_assignment_id_student_id_pk" PRIMARY KEY("assignment_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "solutions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"content_source" text NOT NULL,
	"created_by_id" uuid NOT NULL,
	"last_modified_by_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_sender_id_people_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignees" ADD CONSTRAINT "assignees_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignees" ADD CONSTRAINT "assignees_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_assigned_by_id_people_id_fk" FOREIGN KEY ("assigned_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_created_by_id_people_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_last_modified_by_id_people_id_fk" FOREIGN KEY ("last_modified_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_reviewed_by_id_people_id_fk" FOREIGN KEY ("reviewed_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "briefings" ADD CONSTRAINT "briefings_created_by_id_people_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubts" ADD CONSTRAINT "doubts_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubts" ADD CONSTRAINT "doubts_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubts" ADD CONSTRAINT "doubts_answered_by_id_people_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubt_entries" ADD CONSTRAINT "doubt_entries_doubt_id_doubts_id_fk" FOREIGN KEY ("doubt_id") REFERENCES "public"."doubts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubt_entries" ADD CONSTRAINT "doubt_entries_sender_id_people_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_people_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_recipients" ADD CONSTRAINT "message_recipients_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_recipients" ADD CONSTRAINT "message_recipients_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reviewer_id_people_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solution_feedback" ADD CONSTRAINT "solution_feedback_solution_id_solutions_id_fk" FOREIGN KEY ("solution_id") REFERENCES "public"."solutions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solution_feedback" ADD CONSTRAINT "solution_feedback_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "give_ups" ADD CONSTRAINT "give_ups_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "give_ups" ADD CONSTRAINT "give_ups_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solutions" ADD CONSTRAINT "solutions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solutions" ADD CONSTRAINT "solutions_created_by_id_people_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solutions" ADD CONSTRAINT "solutions_last_modified_by_id_people_id_fk" FOREIGN KEY ("last_modified_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_created_at_id_index" ON "announcements" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assignees_student_id_index" ON "assignees" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "assignments_created_at_id_index" ON "assignments" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assignments_given_out" ON "assignments" USING btree ("distribution_tag","given_out_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assignments_assigned_by_id_created_at_id_index" ON "assignments" USING btree ("assigned_by_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assignments_title_trigrams" ON "assignments" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "assignments_tags_trigrams" ON "assignments" USING gin (tags_text("tags") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "attempts_assignment_id_student_id_id_index" ON "attempts" USING btree ("assignment_id","student_id","id");--> statement-breakpoint
CREATE INDEX "responses_queue" ON "responses" USING btree ((review_status <> 'pending'),"submitted_at","assignment_id","student_id");--> statement-breakpoint
CREATE INDEX "responses_queue_status" ON "responses" USING btree ("review_status","submitted_at","assignment_id","student_id");--> statement-breakpoint
CREATE INDEX "responses_newest" ON "responses" USING btree ("submitted_at" DESC NULLS FIRST,"assignment_id" DESC NULLS FIRST,"student_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "responses_newest_student" ON "responses" USING btree ("student_id","submitted_at" DESC NULLS FIRST,"assignment_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contact_messages_created_at_id_index" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "doubts_unresolved" ON "doubts" USING btree ("assignment_id","student_id") WHERE stage <> 'resolved';--> statement-breakpoint
CREATE INDEX "doubts_active" ON "doubts" USING btree ("active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"private","assignment_id","student_id","created_at");--> statement-breakpoint
CREATE INDEX "doubts_stage" ON "doubts" USING btree ("stage","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"private","assignment_id","student_id");--> statement-breakpoint
CREATE INDEX "doubts_open" ON "doubts" USING btree ("active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"private","assignment_id","student_id","answered_by_id") WHERE stage <> 'resolved';--> statement-breakpoint
CREATE INDEX "doubts_assignment" ON "doubts" USING btree ("assignment_id","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"private","student_id");--> statement-breakpoint
CREATE INDEX "doubts_student" ON "doubts" USING btree ("student_id","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"assignment_id");--> statement-breakpoint
CREATE INDEX "doubts_answerer" ON "doubts" USING btree ("answered_by_id","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "doubts_queue" ON "doubts" USING btree ("waiting_since","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "doubts_words" ON "doubts" USING gin ("spans","words") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "doubt_entries_doubt_id_place_index" ON "doubt_entries" USING btree ("doubt_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "goals_user_id_week_index" ON "goals" USING btree ("user_id","week");--> statement-breakpoint
CREATE INDEX "claims_until_index" ON "claims" USING btree ("until");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_due_at_index" ON "mails" USING btree ("due_at") WHERE "mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "events_created_at_index" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_created_at_id_index" ON "messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_audience_created_at_id_index" ON "messages" USING btree ("audience","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_sender_id_created_at_id_index" ON "messages" USING btree ("sender_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "message_recipients_person_id_created_at_message_id_index" ON "message_recipients" USING btree ("person_id","created_at" DESC NULLS FIRST,"message_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "people_email_index" ON "people" USING btree ("email");--> statement-breakpoint
CREATE INDEX "people_role_name_index" ON "people" USING btree ("role","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "people_name_id_index" ON "people" USING btree ("name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "people_trigrams" ON "people" USING gin ("name" gin_trgm_ops,"email" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "reviews_assignment_id_student_id_created_at_index" ON "reviews" USING btree ("assignment_id","student_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "solutions_assignment_id_index" ON "solutions" USING btree ("assignment_id");