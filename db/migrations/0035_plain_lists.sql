DROP INDEX "doubts_failure";--> statement-breakpoint
DROP INDEX "doubts_words";--> statement-breakpoint
CREATE INDEX "doubts_words" ON "doubts" USING gin ("words") WITH (fastupdate=false);