"use client"

import { createContext, use, useCallback } from "react"
import { useTranslations } from "use-intl"
import type { FramePage } from "./frame-pages"
import type { NavigationArea, NavigationItem } from "./navigation-for"
import type { FramePerson } from "./person"

/** The frame's data from the server; serializable. */
export interface FrameSetup {
  /** The areas that the person may read. */
  readonly areas: readonly NavigationArea[]
  readonly pages: readonly FramePage[]
  /** Names by id, for pages of things in the workspace. */
  readonly names: { readonly [id: string]: string }
  readonly person: FramePerson
}

/** Wraps every page of a signed-in person. */
export const FrameContext = createContext<FrameSetup | undefined>(undefined)

export function useFrame(): FrameSetup {
  const setup = use(FrameContext)
  if (!setup) throw new Error("This part stands outside of the frame.")
  return setup
}

/** The navigation's label of a page. */
export function useItemTitle() {
  const t = useTranslations("frame")
  return useCallback(({ kind, title }: NavigationItem) => t(`items.${kind}`, { title }), [t])
}
