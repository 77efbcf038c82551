/** The rows of the calls about the school's accounts: see routes.ts. Here no provider is set up. */
import type { Row } from "./route_row.ts";

const OFF: Pick<Row, "may" | "but"> = {
  may: [],
  but: { nobody: 404, student: 404, volunteer: 404, mentor: 404, admin: 404 },
};

export const OIDC_ROUTES: Record<string, Row> = {
  "POST /auth/oidc/start": OFF,
  "POST /auth/oidc/finish": { ...OFF, with: () => ({ body: { query: "?state=x&code=y" } }) },
  "POST /auth/oidc/link": {
    ...OFF,
    with: ({ newAddress, password }) => ({ body: { email: newAddress(), password } }),
  },
  "POST /auth/oidc/code": { ...OFF, with: ({ newAddress }) => ({ body: { email: newAddress() } }) },
  "POST /auth/oidc/link-by-code": {
    ...OFF,
    with: ({ newAddress }) => ({ body: { email: newAddress(), otp: "123456" } }),
  },
};
