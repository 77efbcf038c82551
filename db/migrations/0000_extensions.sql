-- Both are trusted extensions: the database's owner may make them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- English without its stop words: "for", "while", "if" and "this" are worth finding in a C++ class.
CREATE TEXT SEARCH DICTIONARY class_english (TEMPLATE = pg_catalog.snowball, LANGUAGE = english);--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION class_english (COPY = pg_catalog.english);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION class_english
  ALTER MAPPING FOR asciiword, asciihword, hword_asciipart, word, hword, hword_part
  WITH class_english;
