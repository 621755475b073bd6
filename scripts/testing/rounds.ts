/** Whether `npm run test:deep` runs. */
export const isDeep = process.env["DEEP_TESTS"] === "1"

/** How often a test repeats: a few times in `npm test`, often in `npm run test:deep`. */
export const rounds = ({ test, deep }: { readonly test: number; readonly deep: number }): number =>
  isDeep ? deep : test

/**
 * Of cases in a repeating pattern, selects one in `every`, each time at a different position of the
 * pattern.
 */
export const isInTurn = (at: number, every: number): boolean =>
  at % every === Math.floor(at / every) % every
