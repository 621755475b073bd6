import type { LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "../ui/button"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"

export interface ControlPopoverProps {
  readonly icon: LucideIcon
  /** The popover's name; also the text of its button, unless `text` is given. */
  readonly label: string
  readonly text?: string | undefined
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly className?: string
  readonly children: ReactNode
}

/** A quiet button above a report, with its popover. */
export function ControlPopover(props: ControlPopoverProps) {
  const { icon: Icon, label, text = label, className, children, ...state } = props
  return (
    <Popover {...state}>
      <PopoverTrigger
        render={
          <Button variant="ghost" size="sm">
            <Icon aria-hidden="true" />
            {text}
          </Button>
        }
      />
      <PopoverContent label={label} className={className}>
        {children}
      </PopoverContent>
    </Popover>
  )
}
