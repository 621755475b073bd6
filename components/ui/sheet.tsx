"use client"

import { popupLater } from "./parts/popup-later"
import type * as Parts from "./parts/sheet"

export type { SheetContentProps } from "./parts/sheet"

const { root, trigger, part } = popupLater<typeof Parts>(() => import("./parts/sheet"))

/** A side panel; `modal={false}` leaves the page usable beside it. */
export const Sheet = root("Sheet")
export const SheetTrigger = trigger("SheetTrigger", "dialog")
export const SheetClose = part("SheetClose")

/** The panel itself: full height, scrolling inside. */
export const SheetContent = part("SheetContent")
