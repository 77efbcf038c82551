CREATE TABLE "group_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"by_id" uuid NOT NULL,
	"open" boolean NOT NULL,
	"receivers" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_answer_members" (
	"answer_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"doubt_id" uuid NOT NULL,
	CONSTRAINT "group_answer_members_answer_id_student_id_pk" PRIMARY KEY("answer_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "lesson_questions" (
	"lesson_id" uuid NOT NULL,
	"assignment_id" uuid NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "lesson_questions_lesson_id_assignment_id_pk" PRIMARY KEY("lesson_id","assignment_id")
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_by_id" uuid NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"countdown_at" timestamp(3) with time zone,
	"shown_id" uuid,
	"summary" jsonb,
	"wall_hash" text,
	"wall_made_at" timestamp(3) with time zone,
	"wall_made_by_id" uuid,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_mails" (
	"person_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "notification_mails_person_id_notification_id_pk" PRIMARY KEY("person_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "notification_progress" (
	"one" boolean PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"ways" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quiet" jsonb,
	"digest_hour" integer DEFAULT 18 NOT NULL,
	"nudges_since" timestamp(3) with time zone,
	"read_up_to" uuid,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cause" text NOT NULL,
	"kind" text NOT NULL,
	"is_for_all" boolean NOT NULL,
	"by_id" uuid,
	"path" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"assignment_id" uuid,
	"title" text,
	"at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notified" (
	"person_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "notified_person_id_notification_id_pk" PRIMARY KEY("person_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"one" boolean PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"session_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"subscription_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pushes_subscription_id_notification_id_pk" PRIMARY KEY("subscription_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "poll_answers" (
	"poll_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"option" integer,
	"text" text,
	"times" integer DEFAULT 1 NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "poll_answers_poll_id_person_id_pk" PRIMARY KEY("poll_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "polls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asked_by_id" uuid NOT NULL,
	"lesson_id" uuid,
	"text" text NOT NULL,
	"options" text[] NOT NULL,
	"right_option" integer,
	"closes_at" timestamp(3) with time zone NOT NULL,
	"is_timed" boolean NOT NULL,
	"closed_at" timestamp(3) with time zone,
	"shown_at" timestamp(3) with time zone,
	"result" json,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_signs" (
	"lesson_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"assignment_id" uuid NOT NULL,
	"opened_at" timestamp(3) with time zone,
	"writing_at" timestamp(3) with time zone,
	"run_id" uuid,
	"ran_at" timestamp(3) with time zone,
	"verdict" text,
	"passed" integer,
	"total" integer,
	"best" integer,
	"stepped_at" timestamp(3) with time zone,
	"repeats" integer DEFAULT 0 NOT NULL,
	"failure" jsonb,
	"solved_at" timestamp(3) with time zone,
	CONSTRAINT "lesson_signs_lesson_id_student_id_assignment_id_pk" PRIMARY KEY("lesson_id","student_id","assignment_id")
);
--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "mentor_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "merged_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "before_merge" jsonb;--> statement-breakpoint
ALTER TABLE "doubt_entries" ADD COLUMN "sent_to_several" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "failure" jsonb;--> statement-breakpoint
ALTER TABLE "group_answers" ADD CONSTRAINT "group_answers_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_answers" ADD CONSTRAINT "group_answers_by_id_people_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_answer_members" ADD CONSTRAINT "group_answer_members_answer_id_group_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."group_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_answer_members" ADD CONSTRAINT "group_answer_members_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_answer_members" ADD CONSTRAINT "group_answer_members_doubt_id_doubts_id_fk" FOREIGN KEY ("doubt_id") REFERENCES "public"."doubts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_questions" ADD CONSTRAINT "lesson_questions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_questions" ADD CONSTRAINT "lesson_questions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_started_by_id_people_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_shown_id_assignments_id_fk" FOREIGN KEY ("shown_id") REFERENCES "public"."assignments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_wall_made_by_id_people_id_fk" FOREIGN KEY ("wall_made_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_by_id_people_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notified" ADD CONSTRAINT "notified_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notified" ADD CONSTRAINT "notified_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_answers" ADD CONSTRAINT "poll_answers_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_answers" ADD CONSTRAINT "poll_answers_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_asked_by_id_people_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_signs" ADD CONSTRAINT "lesson_signs_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_signs" ADD CONSTRAINT "lesson_signs_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_signs" ADD CONSTRAINT "lesson_signs_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_answers_newest" ON "group_answers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "group_answer_members_student_id_index" ON "group_answer_members" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "group_answer_members_doubt_id_index" ON "group_answer_members" USING btree ("doubt_id");--> statement-breakpoint
CREATE INDEX "lesson_questions_assignment_id_index" ON "lesson_questions" USING btree ("assignment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lessons_running" ON "lessons" USING btree (("ended_at" is null)) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "lessons_wall" ON "lessons" USING btree ("wall_hash") WHERE wall_hash is not null;--> statement-breakpoint
CREATE INDEX "lessons_newest" ON "lessons" USING btree ("started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notification_mails_due_at_index" ON "notification_mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "notification_mails_notification_id_index" ON "notification_mails" USING btree ("notification_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_cause_index" ON "notifications" USING btree ("cause");--> statement-breakpoint
CREATE INDEX "notifications_all" ON "notifications" USING btree ("id") WHERE is_for_all;--> statement-breakpoint
CREATE INDEX "notifications_created_at_index" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notified_notification_id_index" ON "notified" USING btree ("notification_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_index" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_person_id_created_at_index" ON "push_subscriptions" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_id_index" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "pushes_due_at_index" ON "pushes" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "pushes_notification_id_index" ON "pushes" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "poll_answers_person_id_index" ON "poll_answers" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "polls_created_at_id_index" ON "polls" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "polls_lesson" ON "polls" USING btree ("lesson_id","created_at") WHERE lesson_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "polls_open" ON "polls" USING btree ((true)) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "lesson_signs_assignment_id_index" ON "lesson_signs" USING btree ("assignment_id");--> statement-breakpoint
ALTER TABLE "doubts" ADD CONSTRAINT "doubts_merged_into_id_doubts_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."doubts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "doubts_merged" ON "doubts" USING btree ("merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
