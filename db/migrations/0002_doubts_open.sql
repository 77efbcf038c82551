DROP INDEX "doubts_active";--> statement-breakpoint
DROP INDEX "doubts_stage";--> statement-breakpoint
DROP INDEX "doubts_open";--> statement-breakpoint
DROP INDEX "doubts_assignment";--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "doubts_active" ON "doubts" USING btree ("active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"open","assignment_id","student_id","created_at");--> statement-breakpoint
CREATE INDEX "doubts_stage" ON "doubts" USING btree ("stage","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"open","assignment_id","student_id");--> statement-breakpoint
CREATE INDEX "doubts_open" ON "doubts" USING btree ("active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"open","assignment_id","student_id","answered_by_id") WHERE stage <> 'resolved';--> statement-breakpoint
CREATE INDEX "doubts_assignment" ON "doubts" USING btree ("assignment_id","active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"open","student_id");