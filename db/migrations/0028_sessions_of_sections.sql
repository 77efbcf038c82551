DROP INDEX "lessons_running";--> statement-breakpoint
DROP INDEX "polls_open";--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "wall_sections" uuid[];--> statement-breakpoint
CREATE INDEX "lessons_running" ON "lessons" USING btree ("ends_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "polls_open" ON "polls" USING btree ("closes_at") WHERE closed_at is null;