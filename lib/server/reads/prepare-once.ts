/** Runs the preparation when it is first needed and never again; where it fails, the next need tries again. */
export function prepareOnce(prepare: () => Promise<unknown>): () => Promise<void> {
  let prepared: Promise<void> | undefined
  return () => {
    prepared ??= prepare().then(
      () => {},
      (error: unknown) => {
        prepared = undefined
        throw error
      },
    )
    return prepared
  }
}
