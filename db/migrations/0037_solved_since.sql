DROP INDEX "doubts_queue";--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "solved_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "turn" integer GENERATED ALWAYS AS (case when waiting_since is not null then (solved_at is not null)::integer end) STORED;--> statement-breakpoint
CREATE INDEX "doubts_queue" ON "doubts" USING btree ("turn","waiting_since","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);