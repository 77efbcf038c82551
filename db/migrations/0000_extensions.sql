-- Both are trusted extensions: the database's owner may make them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- English without its stop words: "for", "while", "if" and "this" are worth finding in a C++ class.
CREATE TEXT SEARCH DICTIONARY class_english (TEMPLATE = pg_catalog.snowball, LANGUAGE = english);--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION class_english (COPY = pg_catalog.english);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION class_english
  ALTER MAPPING FOR asciiword, asciihword, hword_asciipart, word, hword, hword_part
  WITH class_english;--> statement-breakpoint
-- For an index. array_to_string is not immutable, since some types' texts depend on settings; a text's does not.
CREATE FUNCTION tags_text(tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_string(tags, E'\n');
