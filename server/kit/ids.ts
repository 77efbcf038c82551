/** New ids: UUIDv7, so they sort by when they were made. */
import { v7 } from "uuid";

export const newId = (): string => v7();
