CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"uses" integer DEFAULT 0 NOT NULL,
	"uses_most" integer NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL,
	"made_by_id" uuid NOT NULL,
	"taken_back_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "invitation_id" uuid;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_made_by_id_people_id_fk" FOREIGN KEY ("made_by_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_hash_index" ON "invitations" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "invitations_made_at_index" ON "invitations" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "invitations_email_index" ON "invitations" USING btree ("email");--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registrations_invitation_id_index" ON "registrations" USING btree ("invitation_id");