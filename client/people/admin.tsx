/** The Admin Panel: every account, and each mentor's weekly goal. */
import { MentorGoals } from "../goals/mentors.tsx";
import { Accounts } from "./accounts.tsx";

export default function AdminPanel() {
  return (
    <div className="space-y-10">
      <section aria-labelledby="accounts">
        <h2 id="accounts" className="mb-4 text-2xl font-extrabold">Admin Panel</h2>
        <Accounts />
      </section>
      <section aria-labelledby="goals">
        <h2 id="goals" className="mb-4 text-2xl font-extrabold">Mentors' weekly goals</h2>
        <MentorGoals />
      </section>
    </div>
  );
}
