ALTER TABLE "assignments" ADD COLUMN "given_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "file_name" text;