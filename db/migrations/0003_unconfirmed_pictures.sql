CREATE TABLE "unconfirmed_pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"registration" uuid,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unconfirmed_pictures_registration_index" ON "unconfirmed_pictures" USING btree ("registration");--> statement-breakpoint
CREATE INDEX "unconfirmed_pictures_created_at_index" ON "unconfirmed_pictures" USING btree ("created_at");