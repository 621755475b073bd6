import type { Catalogue } from ".."

/** Part of a catalogue that a test may break: any key can be read, set and deleted. */
// biome-ignore lint/suspicious/noExplicitAny: the point is to break the shape that the types keep
export type Draft = any

/** A mutable copy of a catalogue; pass it on as a Catalogue. */
export type CatalogueDraft = Draft

export const draftOf = (from: Catalogue): CatalogueDraft => structuredClone(from)

export function draftOperation(draft: CatalogueDraft, id: string): Draft {
  const found = draft.operations.find((operation: { id: string }) => operation.id === id)
  if (!found) throw new Error(`The catalogue has no operation "${id}".`)
  return found
}

export function draftProperty(draft: CatalogueDraft, id: string, property: string): Draft {
  const found = draftOperation(draft, id).properties[property]
  if (!found) throw new Error(`"${id}" has no property "${property}".`)
  return found
}
