/** What is told to the class and by the class: briefings, announcements, messages. */
export { announcements } from "./notices_announcements.ts";
export { briefings } from "./notices_briefings.ts";
export { contactMessages, messages } from "./notices_messages.ts";
