-- A copy of one's data is sent while it is made. Nothing tells that one is ready any more.
DELETE FROM "notifications" WHERE "kind" = 'copy';--> statement-breakpoint
UPDATE "notification_settings" SET "ways" = "ways" - 'copy' WHERE "ways" ? 'copy';--> statement-breakpoint
COMMENT ON TABLE "personal_copies" IS 'Unused: it goes with the next release, when its stored copies are removed.';
