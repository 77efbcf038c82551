CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"verb" text NOT NULL,
	"by_id" uuid,
	"by_name" text,
	"kind" text,
	"about_id" uuid,
	"title" text,
	"detail" text NOT NULL,
	"address" text,
	"device" text
);
--> statement-breakpoint
CREATE INDEX "audit_at_id_index" ON "audit" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_verb_at_id_index" ON "audit" USING btree ("verb","at","id");--> statement-breakpoint
CREATE INDEX "audit_by_id_at_id_index" ON "audit" USING btree ("by_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_by_id_verb_at_id_index" ON "audit" USING btree ("by_id","verb","at","id");--> statement-breakpoint
CREATE INDEX "audit_about" ON "audit" USING btree ("about_id","at","id") WHERE kind = 'account';--> statement-breakpoint
CREATE INDEX "audit_about_verb" ON "audit" USING btree ("about_id","verb","at","id") WHERE kind = 'account';--> statement-breakpoint
CREATE INDEX "audit_failures" ON "audit" USING btree ("address","at") WHERE verb in ('session.refused', 'session.more-refused');