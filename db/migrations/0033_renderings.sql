COMMENT ON TABLE "quotas" IS 'Unused: it goes with the next release, since servers of the last one still use it.';--> statement-breakpoint
COMMENT ON TABLE "renderings" IS 'Unused: it goes with the next release, since servers of the last one still use it.';
