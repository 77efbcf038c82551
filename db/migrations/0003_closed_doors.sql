CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"branch" text,
	"year" integer,
	"password_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotas" (
	"key" text PRIMARY KEY NOT NULL,
	"empty_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "renderings" (
	"part" text PRIMARY KEY NOT NULL,
	"renderer" integer NOT NULL,
	"reached" text[],
	"begun_at" timestamp(3) with time zone NOT NULL,
	"done_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "unconfirmed_pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"registration" uuid,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "asked" "tsvector" GENERATED ALWAYS AS (to_tsvector('class_english', left(doubt_text, 2000))) STORED;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "refused" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "mail_refused" text;--> statement-breakpoint
CREATE INDEX "registrations_email_created_at_index" ON "registrations" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "registrations_created_at_index" ON "registrations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "quotas_empty_at_index" ON "quotas" USING btree ("empty_at");--> statement-breakpoint
CREATE INDEX "unconfirmed_pictures_registration_index" ON "unconfirmed_pictures" USING btree ("registration");--> statement-breakpoint
CREATE INDEX "unconfirmed_pictures_created_at_index" ON "unconfirmed_pictures" USING btree ("created_at");--> statement-breakpoint
-- Somebody who waits for a code is no person yet.
INSERT INTO "registrations" ("id", "email", "name", "branch", "year", "password_hash", "code_hash", "guesses", "expires_at", "created_at")
SELECT p."registration", p."email", p."name", p."branch", p."year", p."password_hash", coalesce(c."hash", ''), coalesce(c."guesses", 0), coalesce(c."expires_at", p."updated_at"), p."updated_at"
FROM "people" p LEFT JOIN "codes" c ON c."email" = p."email" AND c."purpose" = 'verify' AND c."used_at" IS NULL
WHERE p."registration" IS NOT NULL AND p."password_hash" IS NOT NULL AND p."verified_at" IS NULL AND p."deleted_at" IS NULL AND p."role" = 'student';--> statement-breakpoint
DELETE FROM "people" p USING "registrations" r
WHERE r."id" = p."registration"
	AND NOT EXISTS (SELECT FROM "assignees" a WHERE a."student_id" = p."id")
	AND NOT EXISTS (SELECT FROM "message_recipients" m WHERE m."person_id" = p."id");
