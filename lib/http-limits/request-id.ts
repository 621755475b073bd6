/** Short and plain, so that no log, file or spreadsheet interprets it. */
const plainId = /^\w[\w.:-]{0,99}$/

/** The request id given by a client or proxy if it is short and plain, else a new one. */
export const requestIdOf = (given: string | null | undefined): string =>
  given && plainId.test(given) ? given : crypto.randomUUID()
