/** How many rows the compared tables hold. */
export const rowCount = 100_000
