ALTER TABLE "responses" ADD COLUMN "again_of_id" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "again_reason" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "again_at" timestamp(3) with time zone;