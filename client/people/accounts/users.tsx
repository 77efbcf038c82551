/** The screen for user management, for admins. */
import { Page } from "../../kit/ui/page.tsx";
import { Accounts } from "./accounts.tsx";

export default function Users() {
  return (
    <Page title="User Management">
      <Accounts />
    </Page>
  );
}
