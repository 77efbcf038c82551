/** The texts of mails about an account. */
import { CODE_MINUTES, type SentCode } from "./codes.ts";
import type { Mail } from "../mail/mail.ts";

const goodFor = (at: string) =>
  `It was asked for at ${at} and is good for ${CODE_MINUTES} minutes. A newer code replaces it.`;

export const codeMail = (to: Mail["to"], { code, at }: SentCode): Mail => ({
  to,
  subject: `${code} is your Doubtless code`,
  text: `Hello ${to.name},

your verification code is ${code}.
${goodFor(at)}

If you did not register at Doubtless, you can ignore this mail.`,
});

export const passwordMail = (to: Mail["to"], { code, at }: SentCode): Mail => ({
  to,
  subject: `${code} is your Doubtless password code`,
  text: `Hello ${to.name},

your code to set a new password is ${code}.
${goodFor(at)}

If you did not ask for it, you can ignore this mail: your password stays as it is.`,
});

export const linkMail = (to: Mail["to"], { code, at }: SentCode): Mail => ({
  to,
  subject: `${code} links your school's account`,
  text: `Hello ${to.name},

your code to sign in at Doubtless with your school's account is ${code}.
${goodFor(at)}

If you did not ask for it, you can ignore this mail: nothing is linked.`,
});

export const alreadyRegisteredMail = (to: Mail["to"]): Mail => ({
  to,
  subject: "You already have a Doubtless account",
  text: `Hello,

somebody, probably you, has just registered at Doubtless with this address. It has an account
already. Log in, or choose "Forgot password" if you do not remember the password.`,
});

export const invitationMail = (to: Mail["to"], origin: string): Mail => ({
  to,
  subject: "Your account at Doubtless is ready",
  text: `Hello,

somebody, probably you, has just registered at Doubtless with this address. You do not have to
register: you have been invited, and your account needs only a password. To set one, ask for a code
at ${origin}/forgot-password`,
});

/** @param sentence who signs in with what */
export const schoolMail = (to: Mail["to"], sentence: string, origin: string): Mail => ({
  to,
  subject: "How you sign in at Doubtless",
  text: `Hello ${to.name},

${sentence}
Choose it at ${origin}/login

If you did not ask for this mail, you can ignore it.`,
});

export const deleteMail = (to: Mail["to"], { code, at }: SentCode): Mail => ({
  to,
  subject: `${code} deletes your Doubtless account`,
  text: `Hello ${to.name},

your code to delete your account at Doubtless is ${code}.
${goodFor(at)}

If you did not ask for it, somebody uses your account: change your password.`,
});

/** @param link takes the account back */
export const deletedMail = (
  to: Mail["to"],
  { link, until }: { link: string; until: string },
): Mail => ({
  to,
  subject: "Your Doubtless account is deleted",
  text: `Hello ${to.name},

you have deleted your account at Doubtless. Until ${until} you can take it back at
${link}

After that, what is yours alone is removed. What others rely on, such as a thread to which a mentor
replied, stays without your name.`,
});
