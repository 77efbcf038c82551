import { chromium } from "@playwright/test";
const b = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args:
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"
      .split(" "),
});
const U = "http://127.0.0.1:8431";
async function who(email: string, w = 1366, h = 768, dark = false) {
  const c = await b.newContext({
    viewport: { width: w, height: h },
    colorScheme: dark ? "dark" : "light",
  });
  const p = await c.newPage();
  p.on("console", (m) => m.type() === "error" && console.log("console", m.text()));
  p.on("pageerror", (e) => console.log("pageerror", e.message));
  await p.goto(U + "/login");
  await p.getByLabel("Email").fill(email);
  await p.getByLabel("Password", { exact: true }).fill("Demo@1234");
  await p.getByRole("button", { name: /^(Log in|Login|Sign in)/i }).click();
  await p.waitForURL((u) => !u.pathname.includes("login"));
  return p;
}
const shot = (p: any, n: string, fullPage = true) =>
  p.screenshot({ path: `/tmp/w/shot-${n}.png`, fullPage });
const admin = await who("admin@demo.test");

const student = await who("student@demo.test");
await student.goto(U + "/assignments");
await student.waitForTimeout(1500);
const links = await student.locator('a[href^="/assignments/"]').evaluateAll((l) =>
  l.map((a) => a.getAttribute("href"))
);
await student.goto(U + "/doubts");
await student.waitForTimeout(1500);
const doubts = await student.locator('a[href^="/doubts/"]').evaluateAll((l) =>
  l.map((a) => a.getAttribute("href"))
);
console.log(links.slice(0, 3), doubts.slice(0, 3));
await student.goto(U + "/assignments");
await student.waitForTimeout(1500);
await admin.goto(U + "/mentor?panel=admin&tab=terms");
await admin.getByRole("textbox", { name: "Name" }).fill("Autumn 2026");
await admin.getByRole("checkbox").nth(3).check();
await admin.getByRole("button", { name: "Close the term" }).click();
await admin.waitForTimeout(700);
await shot(admin, "confirm", false);
await admin.getByRole("dialog").getByRole("button", { name: "Close the term" }).click();
await admin.waitForTimeout(500);
await shot(admin, "moving");
await admin.getByRole("button", { name: /Undo/ }).waitFor();
await shot(admin, "closed");
await student.waitForTimeout(4000);
await shot(student, "student-list");
for (const [n, w, h, dark] of [["wide", 1366, 768, false], ["phone", 360, 740, true]] as const) {
  const p = await who("student@demo.test", w, h, dark);
  await p.goto(U + links.find((l) => l && l.length > 20));
  await p.waitForTimeout(2500);
  await shot(p, "q-" + n);
  await p.goto(U + doubts.find((l) => l && l.length > 20));
  await p.waitForTimeout(2500);
  await shot(p, "d-" + n);
  await p.goto(U + "/briefings/archive?tab=terms");
  await p.waitForTimeout(2000);
  await shot(p, "a-" + n, false);
  await p.goto(U + "/briefings/archive?tab=terms&kind=doubts&search=loop");
  await p.waitForTimeout(2000);
  await shot(p, "ad-" + n, false);
  await p.context().close();
}
const m = await who("mentor@demo.test", 1366, 768, true);
await m.goto(U + links.find((l) => l && l.length > 20));
await m.waitForTimeout(2500);
await shot(m, "mq");
await m.goto(U + doubts.find((l) => l && l.length > 20));
await m.waitForTimeout(2500);
await shot(m, "md");
const ph = await who("admin@demo.test", 360, 740);
await ph.goto(U + "/mentor?panel=admin&tab=terms");
await ph.waitForTimeout(2500);
await shot(ph, "panel-phone");
await b.close();
