"use client"

import { popupLater } from "./parts/popup-later"

const { root, trigger, part } = popupLater(() =>
  import("./parts/dialog").then(({ dialogParts }) => dialogParts),
)

export const Dialog = root("Dialog")

/** What opens it: `<DialogTrigger render={<Button />}>…`. */
export const DialogTrigger = trigger("DialogTrigger", "dialog")

/** What closes it: `<DialogClose render={<Button />}>…`. */
export const DialogClose = part("DialogClose")

/** A question or a form above the page. */
export const DialogContent = part("DialogContent")
