DROP INDEX "doubts_answers";--> statement-breakpoint
CREATE INDEX "assignments_for_sections" ON "assignments" USING btree ("distribution_tag","major_topic","audience") WHERE audience is not null and term_id is null;--> statement-breakpoint
CREATE INDEX "doubts_answers" ON "doubts" USING btree ("assignment_id","kept_at" DESC NULLS LAST,"helped_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE (open or open_to is not null)
    and (kept_at is not null or helped_at is not null and stage = 'resolved');