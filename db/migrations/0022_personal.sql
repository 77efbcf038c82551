CREATE TABLE "personal_copies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"lease_until" timestamp(3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"parts" text[] DEFAULT '{}' NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"ready_at" timestamp(3) with time zone,
	"failed_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "removals" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"by_id" uuid NOT NULL,
	"email" text,
	"password_hash" text,
	"hash" text,
	"at" timestamp(3) with time zone NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"removed_at" timestamp(3) with time zone,
	"report" jsonb
);
--> statement-breakpoint
ALTER TABLE "personal_copies" ADD CONSTRAINT "personal_copies_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removals" ADD CONSTRAINT "removals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removals" ADD CONSTRAINT "removals_by_id_people_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "personal_copies_person_id_asked_at_index" ON "personal_copies" USING btree ("person_id","asked_at");--> statement-breakpoint
CREATE INDEX "personal_copies_waiting" ON "personal_copies" USING btree ("asked_at") WHERE ready_at is null and failed_at is null and ends_at is null;--> statement-breakpoint
CREATE INDEX "personal_copies_ends_at_index" ON "personal_copies" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "removals_due" ON "removals" USING btree ("due_at") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "removals_at_index" ON "removals" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "removals_hash_index" ON "removals" USING btree ("hash");