import type { AnswerStore } from "./answer-store"

/** A store that has to be made before its first use, also when several processes start at once. */
export interface PreparableStore extends AnswerStore {
  prepare(): Promise<void>
}

/** The store, made when it is first used; where that fails, the next use tries again. */
export function createPreparedStore(store: PreparableStore): AnswerStore {
  let prepared: Promise<void> | undefined

  function prepare(): Promise<void> {
    prepared ??= store.prepare().catch((error) => {
      prepared = undefined
      throw error
    })
    return prepared
  }

  return {
    open: (...given) => prepare().then(() => store.open(...given)),
    put: (...given) => prepare().then(() => store.put(...given)),
    release: (...given) => prepare().then(() => store.release(...given)),
    extend: (...given) => prepare().then(() => store.extend(...given)),
    invalidate: (...given) => prepare().then(() => store.invalidate(...given)),
  }
}
