/** Short, of plain characters, and nothing that a log, a file or a spreadsheet would take for more than a name. */
const plainId = /^\w[\w.:-]{0,99}$/

/** The request id that a client or a proxy gave where it is short and plain, else a new one. */
export const requestIdOf = (given: string | null | undefined): string =>
  given && plainId.test(given) ? given : crypto.randomUUID()
