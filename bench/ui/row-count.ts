/** The number of rows in the compared tables. */
export const rowCount = 100_000
