"use client"

import { cloneElement, type ReactElement, type ReactNode } from "react"
import { joinProps } from "./join-props"
import { later } from "./later"
import { useHint } from "./parts/use-hint"

const TooltipPopup = later(() => import("./parts/tooltip-popup").then((part) => part.TooltipPopup))

export interface TooltipProps {
  readonly content: ReactNode
  /** One element that can be focused and is pointed at. */
  readonly children: ReactElement<object>
  readonly side?: "top" | "bottom" | "left" | "right"
}

/** A hint for those who see; whatever it says must also be in the trigger's own name. */
export function Tooltip({ content, children, side = "top" }: TooltipProps) {
  const { anchor, isOpen, open, close, handlers } = useHint()
  return (
    <>
      {cloneElement(children, joinProps(children.props, handlers))}
      {anchor ? (
        <TooltipPopup anchor={anchor} side={side} isOpen={isOpen} onClose={close} onEnter={open}>
          {content}
        </TooltipPopup>
      ) : null}
    </>
  )
}
