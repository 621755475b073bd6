/** Whether tests run in their long form, as `npm run soak` has them. */
export const isSoak = process.env["SOAK"] === "1"

/** How often or how much a test repeats: a little in `npm test`, enough that it can fail, or as much as it takes to believe it. */
export const rounds = ({ test, soak }: { readonly test: number; readonly soak: number }): number =>
  isSoak ? soak : test
