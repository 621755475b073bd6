"use client"

import { PanelLeft } from "lucide-react"
import { usePathname } from "next/navigation"
import { useEffect, useState } from "react"
import { useTranslations } from "use-intl"
import { IconButton } from "../ui/icon-button"
import { Sheet, SheetContent, SheetTrigger } from "../ui/sheet"
import { Navigation, type NavigationProps } from "./navigation"

/** The navigation of narrow screens; it closes when a page was chosen. */
export function NavigationSheet(props: NavigationProps) {
  const t = useTranslations()
  const pathname = usePathname()
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the path is the event
  useEffect(() => setOpen(false), [pathname])
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger
        render={
          <IconButton label={t("frame.openNavigation")} className="-ml-1 lg:hidden">
            <PanelLeft aria-hidden="true" />
          </IconButton>
        }
      />
      <SheetContent side="left" title={t("common.appName")} className="w-72">
        <div className="-mx-5">
          <Navigation {...props} />
        </div>
      </SheetContent>
    </Sheet>
  )
}
