CREATE TABLE "renderings" (
	"part" text PRIMARY KEY NOT NULL,
	"renderer" integer NOT NULL,
	"reached" text[],
	"begun_at" timestamp(3) with time zone NOT NULL,
	"done_at" timestamp(3) with time zone
);
