"use client"

import { popupLater } from "./parts/popup-later"

const { root, trigger, part } = popupLater(() =>
  import("./parts/sheet").then(({ sheetParts }) => sheetParts),
)

/** A side panel; `modal={false}` leaves the page usable beside it. */
export const Sheet = root("Sheet")
export const SheetTrigger = trigger("SheetTrigger", "dialog")
export const SheetClose = part("SheetClose")

/** The panel itself: full height, scrolling inside. */
export const SheetContent = part("SheetContent")
