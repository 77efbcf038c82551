CREATE TABLE "admission" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"rule" text NOT NULL,
	"domains" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone,
	CONSTRAINT "admission_one_row" CHECK (id = 1)
);
