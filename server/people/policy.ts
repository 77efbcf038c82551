/** Who may do what with an account. */

export const isDisabled = (person: { disabledUntil: string | null }, now: string): boolean =>
  person.disabledUntil !== null && person.disabledUntil > now;
