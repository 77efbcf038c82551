/** Numbers with the word for what is counted. */

/** "1 answer", "3 answers", "2 people" */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
