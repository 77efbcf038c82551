DROP INDEX "doubts_waiting";--> statement-breakpoint
DROP INDEX "doubts_queue";--> statement-breakpoint
CREATE INDEX "doubts_queue" ON "doubts" USING btree ("waiting_since","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);