/** User management, for admins. */
import { Page } from "../kit/page.tsx";
import { Accounts } from "./accounts.tsx";

export default function Users() {
  return (
    <Page title="User Management">
      <Accounts />
    </Page>
  );
}
