/**
 * Adds signed-in students to the database of a test server, without passwords: a whole class in a
 * second. It prints them as JSON. Arguments: the database's URL, and how many.
 */
import process from "node:process";
import postgres from "postgres";
import { people } from "../bench/kit/people.ts";
import { TEST_SECRET } from "./server.ts";

const [url = "", count = "0"] = process.argv.slice(2);
const sql = postgres(url, { max: 1, onnotice: () => {} });
console.log(JSON.stringify(await people(sql, "student", Number(count), TEST_SECRET)));
await sql.end();
