"use client"

import type * as Parts from "./parts/dialog"
import { popupLater } from "./parts/popup-later"

export type { DialogContentProps } from "./parts/dialog"

const { root, trigger, part } = popupLater<typeof Parts>(() => import("./parts/dialog"))

export const Dialog = root("Dialog")

/** What opens it: `<DialogTrigger render={<Button />}>…`. */
export const DialogTrigger = trigger("DialogTrigger", "dialog")

/** What closes it: `<DialogClose render={<Button />}>…`. */
export const DialogClose = part("DialogClose")

/** A question or a form above the page. */
export const DialogContent = part("DialogContent")
