/** Tells drizzle-kit where the tables are, and where to write their migrations. */
import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./server/*/tables.ts", "./server/*/*/tables.ts"],
  out: "./db/migrations",
  casing: "snake_case",
});
