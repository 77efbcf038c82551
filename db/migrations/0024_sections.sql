CREATE TABLE "section_members" (
	"person_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	CONSTRAINT "section_members_person_id_section_id_pk" PRIMARY KEY("person_id","section_id")
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "audience" uuid[];--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "audience" uuid[];--> statement-breakpoint
ALTER TABLE "doubts" ADD COLUMN "open_to" uuid[];--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "audience" uuid[];--> statement-breakpoint
ALTER TABLE "section_members" ADD CONSTRAINT "section_members_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_members" ADD CONSTRAINT "section_members_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "section_members_section_id_index" ON "section_members" USING btree ("section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sections_name" ON "sections" USING btree (lower("name"));