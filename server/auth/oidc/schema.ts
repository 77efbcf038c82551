/** Sign-in with the school's account: inputs and replies. */
import * as z from "zod";
import { invitationToken } from "../../admission/invitations/schema.ts";
import { email } from "../../kit/core/schema.ts";
import { loginInput, otp, session } from "../schema.ts";

const { password, browser } = loginInput.shape;

/** The provider's address, to which the page sends the browser. */
export const started = z.object({ url: z.string() });

/** The query of the address to which the provider has sent the browser. */
export const finishInput = z.strictObject({
  query: z.string().max(8000, "This answer is too long."),
  browser,
  invitation: invitationToken.optional(),
});

/** Either the person is signed in, or an unlinked account's password has to be given once. */
export const finished = z.union([
  z.object({ session, email: z.null() }),
  z.object({ session: z.null(), email: z.string() }),
]);

/** The addresses below are the one that the page shows: it must be that of the sign-in under way. */
export const linkInput = z.strictObject({ email, password, browser });
export type LinkInput = z.infer<typeof linkInput>;

export const codeInput = z.strictObject({ email });

export const linkByCodeInput = z.strictObject({ email, otp, browser });
export type LinkByCodeInput = z.infer<typeof linkByCodeInput>;
