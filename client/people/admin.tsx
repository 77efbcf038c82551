/** The Admin Panel: every account, and each mentor's weekly goal. */
import { MentorGoals } from "../goals/mentors.tsx";
import { Accounts } from "./accounts.tsx";

export default function AdminPanel() {
  return (
    <div className="space-y-10">
      <div>
        <h2 className="mb-4 text-2xl font-extrabold">Admin Panel</h2>
        <Accounts />
      </div>
      <div>
        <h2 className="mb-4 text-2xl font-extrabold">Mentors' weekly goals</h2>
        <MentorGoals />
      </div>
    </div>
  );
}
