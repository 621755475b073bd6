import type { Area } from "@/lib/catalogue"

/** The groups of the palette, in their order where nothing is typed. */
export const paletteGroups = [
  "open",
  "recent",
  "pages",
  "views",
  "places",
  "departments",
  "actions",
] as const

export type PaletteGroup = (typeof paletteGroups)[number]

/** What an entry does instead of leading to a page. */
export type PaletteAction =
  | { readonly do: "theme"; readonly theme: "light" | "dark" | "system" }
  | { readonly do: "language"; readonly locale: string }
  | { readonly do: "copyLink" | "signOut" }

/** Something to jump to or to do. */
export interface PaletteEntry {
  /** Told apart from every other one by it. */
  readonly key: string
  readonly group: PaletteGroup
  /** The area whose page it is. */
  readonly area?: Area
  readonly name: string
  /** Where it is, or what it is of. */
  readonly note?: string
  /** Found by these words too, which are not shown. */
  readonly words?: string
  readonly does: { readonly href: string } | PaletteAction
}
