/** Four mentors open a queue in the same moment: each soon has an item that no other has. */
import { expect } from "@playwright/test";
import { callApi, isLive, newQuestion, openPageAs, test } from "../site.ts";

test.use({ isClass: true });

const MENTORS = ["Asha Rao", "Vikram Shah", "Nisha Iyer", "Arjun Das"];

for (const path of ["/doubts", "/solutions"]) {
  test(`four mentors open ${path} in the same moment`, async ({ browser, site }) => {
    const id = await newQuestion(site, "Reverse the words");
    const handedIn = JSON.stringify({ responseStatus: "solved", studentSolution: "int main() {}" });
    const asked = JSON.stringify({ assignmentId: id, doubtText: "Where does a word end?" });
    for (const student of ["Student 1", "Student 2", "Student 3", "Student 4", "Student 5"]) {
      await callApi(site, student, "/doubts", { method: "POST", body: asked });
      await callApi(site, student, `/assignments/${id}/status`, { method: "PUT", body: handedIn });
    }
    const pages = await Promise.all(MENTORS.map((name) => openPageAs(browser, site, name)));
    for (const page of pages) {
      await page.goto("/mentor");
      await isLive(page);
    }
    await Promise.all(pages.map((page) => page.goto(`${path}?view=triage`)));
    const open = () => pages.map((page) => new URL(page.url()).searchParams.get("item") ?? "");
    await expect.poll(() => new Set(open().filter(Boolean)).size).toBe(MENTORS.length);
  });
}
