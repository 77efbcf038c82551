-- The table "unconfirmed_pictures" goes with the next release: servers of the last one still use it.
ALTER TABLE "registrations" ADD COLUMN "picture" "bytea";--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "earlier" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "asked_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "earlier" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "asked_at" timestamp(3) with time zone DEFAULT now() NOT NULL;