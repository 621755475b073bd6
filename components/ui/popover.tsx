"use client"

import { popupLater } from "./parts/popup-later"

export type { PopoverChange } from "./parts/popover"

const { root, trigger, part } = popupLater(() =>
  import("./parts/popover").then(({ popoverParts }) => popoverParts),
)

/** The state of a popover; hold it in `open` and `onOpenChange` where the page must close it. */
export const Popover = root("Popover")

/** What opens it: `<PopoverTrigger render={<Button />}>…`. */
export const PopoverTrigger = trigger("PopoverTrigger", "dialog")

export const PopoverClose = part("PopoverClose")

/** The floating part of a popover. */
export const PopoverContent = part("PopoverContent")
