/** Where drizzle-kit finds the tables, and where it writes their migrations. */
import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./server/*/tables.ts",
  out: "./db/migrations",
  casing: "snake_case",
});
