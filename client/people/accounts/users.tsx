/** The screen for user management, for admins. */
import { Page } from "../../kit/ui/page.tsx";
import { People } from "./admin.tsx";

export default function Users() {
  return (
    <Page title="User Management">
      <People />
    </Page>
  );
}
