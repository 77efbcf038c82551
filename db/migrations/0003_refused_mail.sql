ALTER TABLE "mails" ADD COLUMN "refused" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "mail_refused" text;