/** The rows of the calls of the gradebook, and of those that export lists: see routes.ts. */
import { ADMIN, type Row, STAFF } from "./route_row.ts";

const asCsv: Row = { may: STAFF, with: () => ({ query: "?format=csv" }) };

export const EXPORT_ROUTES: Record<string, Row> = {
  "GET /exports/students": asCsv,
  "GET /exports/responses": asCsv,
  "GET /exports/reviews": asCsv,
  "GET /exports/doubts": asCsv,
  "GET /exports/goals": asCsv,
  "GET /exports/gradebook": asCsv,
  "GET /exports/audit": { ...asCsv, may: ADMIN },
  "GET /gradebook": { may: STAFF },
};
