const longest = 200
const unstorable = /[\0\p{Surrogate}]/gu

/** What a batch can be called: at most 200 characters, none of them broken by the cut. */
export const batchTitle = (text: string): string => text.slice(0, longest).replace(unstorable, "")
