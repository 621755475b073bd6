/** Whether `npm run test:deep` runs. */
export const isDeep = process.env["DEEP_TESTS"] === "1"

/** How often a test repeats: a few times in `npm test`, often in `npm run test:deep`. */
export const rounds = ({ test, deep }: { readonly test: number; readonly deep: number }): number =>
  isDeep ? deep : test

/** Of cases that follow each other in a pattern, one in `every`, each time at another place of the pattern. */
export const isInTurn = (at: number, every: number): boolean =>
  at % every === Math.floor(at / every) % every
