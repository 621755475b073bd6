"use client"

import { popupLater } from "./parts/popup-later"

const { root, trigger, part } = popupLater(() =>
  import("./parts/menu").then(({ menuParts }) => menuParts),
)

export const Menu = root("Menu")

/** What opens it: `<MenuTrigger render={<Button />}>…`. */
export const MenuTrigger = trigger("MenuTrigger", "menu")

/** The floating part of a menu. */
export const MenuContent = part("MenuContent")

export const MenuGroup = part("MenuGroup")
export const MenuRadioGroup = part("MenuRadioGroup")
export const MenuItem = part("MenuItem")

/** An entry that goes somewhere: `<MenuLink render={<Link href="…" />}>…`. */
export const MenuLink = part("MenuLink")

export const MenuCheckboxItem = part("MenuCheckboxItem")
export const MenuRadioItem = part("MenuRadioItem")

/** A heading inside a MenuGroup. */
export const MenuLabel = part("MenuLabel")

export const MenuSeparator = part("MenuSeparator")
