"use client"

import { Button, type ButtonProps } from "./button"
import { cn } from "./class-names"
import { Tooltip } from "./tooltip"

export type IconButtonProps = Omit<ButtonProps, "aria-label"> & {
  /** For screen readers, and as a tooltip. */
  readonly label: string
}

const squares = { sm: "size-7 px-0", md: "size-8 px-0", lg: "size-10 px-0" } as const

/** A square button with only an icon. */
export function IconButton({
  label,
  size = "md",
  variant = "ghost",
  className,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <Button
        aria-label={label}
        variant={variant}
        size={size}
        className={cn(squares[size ?? "md"], className)}
        {...props}
      />
    </Tooltip>
  )
}
