"use client"

import { Popover as Base } from "@base-ui/react/popover"
import { cn, type Styled } from "./class-names"
import { popupClass } from "./popup-classes"

/** The state of a popover; control it with `open` and `onOpenChange` if the page must close it. */
export const Popover = Base.Root

/** Opens the popover: `<PopoverTrigger render={<Button />}>…`. */
export const PopoverTrigger = Base.Trigger

/** Why and by what a popover opens or closes; `cancel` prevents it. */
export type PopoverChange = Base.Root.ChangeEventDetails

type PopoverContentProps = Styled<Base.Popup.Props> &
  Pick<Base.Positioner.Props, "side" | "align" | "sideOffset" | "anchor"> & {
    /** Its name, for screen readers. */
    readonly label: string
  }

export function PopoverContent({
  label,
  side = "bottom",
  align = "start",
  sideOffset = 4,
  anchor,
  className,
  ...props
}: PopoverContentProps) {
  return (
    <Base.Portal>
      <Base.Positioner
        side={side}
        align={align}
        sideOffset={sideOffset}
        anchor={anchor}
        collisionPadding={8}
        className="z-50"
      >
        <Base.Popup
          aria-label={label}
          className={cn(popupClass, "weak:w-72 max-w-[calc(100vw-1rem)] weak:p-3", className)}
          {...props}
        />
      </Base.Positioner>
    </Base.Portal>
  )
}
