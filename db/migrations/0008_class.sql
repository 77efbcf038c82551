DROP INDEX "doubts_unresolved";--> statement-breakpoint
DROP INDEX "doubts_queue";--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "aside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "risen_to" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "place_since" timestamp(3) with time zone GENERATED ALWAYS AS (coalesce(risen_to, waiting_since)) STORED;--> statement-breakpoint
CREATE INDEX "doubts_waiting" ON "doubts" USING btree ("waiting_since","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE waiting_since is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "doubts_unresolved" ON "doubts" USING btree ("assignment_id","student_id") WHERE stage <> 'resolved' and not aside;--> statement-breakpoint
CREATE INDEX "doubts_queue" ON "doubts" USING btree ("place_since","waiting_since","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);