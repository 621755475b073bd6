"use client"

import { createContext, use, useCallback } from "react"
import { useTranslations } from "use-intl"
import type { FramePage } from "./frame-pages"
import type { NavigationArea, NavigationItem } from "./navigation-for"
import type { FramePerson } from "./person"

/** All that the frame needs to know, found on the server; plain data. */
export interface FrameSetup {
  /** What the person may read. */
  readonly areas: readonly NavigationArea[]
  /** The pages beside the areas. */
  readonly pages: readonly FramePage[]
  /** Names by id, for pages of things that the workspace knows. */
  readonly names: { readonly [id: string]: string }
  readonly person: FramePerson
}

/** Around every page of a signed-in person. */
export const FrameContext = createContext<FrameSetup | undefined>(undefined)

/** What the parts of the frame share. */
export function useFrame(): FrameSetup {
  const setup = use(FrameContext)
  if (!setup) throw new Error("This part stands outside of the frame.")
  return setup
}

/** What the navigation calls a page. */
export function useItemTitle() {
  const t = useTranslations("frame")
  return useCallback(({ kind, title }: NavigationItem) => t(`items.${kind}`, { title }), [t])
}
