CREATE TABLE "line_comment_versions" (
	"comment_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"written_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "line_comment_versions_comment_id_number_pk" PRIMARY KEY("comment_id","number")
);
--> statement-breakpoint
CREATE TABLE "doubt_entry_versions" (
	"entry_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"message" text NOT NULL,
	"html" text NOT NULL,
	"written_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "doubt_entry_versions_entry_id_number_pk" PRIMARY KEY("entry_id","number")
);
--> statement-breakpoint
ALTER TABLE "line_comments" ADD COLUMN "edited_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "before_newest" jsonb;--> statement-breakpoint
ALTER TABLE "doubt_entries" ADD COLUMN "edited_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "line_comment_versions" ADD CONSTRAINT "line_comment_versions_comment_id_line_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."line_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubt_entry_versions" ADD CONSTRAINT "doubt_entry_versions_entry_id_doubt_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."doubt_entries"("id") ON DELETE cascade ON UPDATE no action;