import type { SavedView } from "@/lib/client"

/** What a dialog about saved views asks: the name of a new view, or about the one that is shown. */
export type ViewDialog =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "remove"; readonly of: SavedView }
