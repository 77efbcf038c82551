ALTER TABLE "polls" ADD COLUMN "program" text;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "first" integer[];--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "polls_run" ON "polls" USING btree ("run_id") WHERE run_id is not null;