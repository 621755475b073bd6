/** Finds out something when it is first needed and never again; where it fails, the next need tries again. */
export function rememberOnce<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => {
    found ??= find().catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}
