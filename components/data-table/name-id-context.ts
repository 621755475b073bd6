import { createContext, type ReactNode } from "react"

/** Draws what lets a person name an id of a field that has no name yet; nothing where they cannot. */
export const NameIdContext = createContext<(field: string, id: string) => ReactNode>(() => null)
