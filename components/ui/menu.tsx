"use client"

import { Menu as Base } from "@base-ui/react/menu"
import { Check } from "lucide-react"
import { cn, type Styled } from "./class-names"
import { itemClass, popupClass } from "./popup-classes"

export const Menu = Base.Root

/** Opens the menu: `<MenuTrigger render={<Button />}>…`. */
export const MenuTrigger = Base.Trigger

export const MenuGroup = Base.Group
export const MenuRadioGroup = Base.RadioGroup

type MenuContentProps = Styled<Base.Popup.Props> &
  Pick<Base.Positioner.Props, "side" | "align" | "sideOffset" | "anchor">

export function MenuContent({
  side = "bottom",
  align = "start",
  sideOffset = 4,
  anchor,
  className,
  ...props
}: MenuContentProps) {
  return (
    <Base.Portal>
      <Base.Positioner
        side={side}
        align={align}
        sideOffset={sideOffset}
        anchor={anchor}
        collisionPadding={8}
        className="z-50 outline-none"
      >
        <Base.Popup
          className={cn(
            popupClass,
            "max-h-(--available-height) weak:min-w-44 overflow-y-auto p-1",
            className,
          )}
          {...props}
        />
      </Base.Positioner>
    </Base.Portal>
  )
}

export function MenuItem({ className, ...props }: Styled<Base.Item.Props>) {
  return <Base.Item className={cn(itemClass, className)} {...props} />
}

/** A link in a menu: `<MenuLink render={<Link href="…" />}>…`. */
export function MenuLink({ className, ...props }: Styled<Base.LinkItem.Props>) {
  return <Base.LinkItem closeOnClick className={cn(itemClass, className)} {...props} />
}

export function MenuCheckboxItem({
  className,
  children,
  ...props
}: Styled<Base.CheckboxItem.Props>) {
  return (
    <Base.CheckboxItem className={cn(itemClass, "pl-8", className)} {...props}>
      <Base.CheckboxItemIndicator className="absolute left-2 text-accent-ink">
        <Check className="size-4" aria-hidden="true" />
      </Base.CheckboxItemIndicator>
      {children}
    </Base.CheckboxItem>
  )
}

export function MenuRadioItem({ className, children, ...props }: Styled<Base.RadioItem.Props>) {
  return (
    <Base.RadioItem closeOnClick className={cn(itemClass, "pr-8", className)} {...props}>
      {children}
      <Base.RadioItemIndicator className="absolute right-2 text-accent-ink">
        <Check className="size-4" aria-hidden="true" />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  )
}

/** A heading inside a MenuGroup. */
export function MenuLabel({ className, ...props }: Styled<Base.GroupLabel.Props>) {
  return (
    <Base.GroupLabel
      className={cn("px-2 pt-2 pb-1 font-medium text-ink-faint text-xs", className)}
      {...props}
    />
  )
}

export function MenuSeparator({ className, ...props }: Styled<Base.Separator.Props>) {
  return <Base.Separator className={cn("-mx-1 my-1 h-px bg-line", className)} {...props} />
}
