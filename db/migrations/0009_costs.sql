CREATE TABLE "job_costs" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"ms" double precision NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
