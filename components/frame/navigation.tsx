"use client"

import { House, type LucideIcon, PanelLeft } from "lucide-react"
import Link from "next/link"
import { usePathname } from "next/navigation"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { useTranslations } from "use-intl"
import { cn } from "../ui/class-names"
import { IconButton } from "../ui/icon-button"
import { Sheet, SheetContent, SheetTrigger } from "../ui/sheet"
import { useFrame, useItemTitle } from "./frame-context"
import { areaIcons, type FramePage, framePages } from "./frame-pages"
import { isPageOf, type NavigationArea, positionOf } from "./navigation-for"

const rowClass =
  "flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 py-1 transition-colors hover:bg-hover hover:text-ink pointer-coarse:min-h-11"

/** The pages that the person may read, by area; the open area lists its pages. */
export function Navigation() {
  const t = useTranslations("frame")
  const { areas, pages } = useFrame()
  const pathname = usePathname()
  const position = usePosition()
  const isOpen = (page: FramePage) =>
    position ? page === "data" && position.isOperation : isPageOf(pathname, framePages[page].href)
  return (
    <nav aria-label={t("navigation")} className="px-3 py-3">
      <ul className="space-y-px">
        <li>
          <NavigationLink href="/" isCurrent={pathname === "/"}>
            <NavigationIcon icon={House} />
            {t("home")}
          </NavigationLink>
        </li>
        {areas.map((area) => (
          <AreaLinks key={area.area} {...area} />
        ))}
      </ul>
      <ul className="mt-3 space-y-px border-t pt-3">
        {pages.map((page) => (
          <li key={page}>
            <NavigationLink href={framePages[page].href} isCurrent={isOpen(page)}>
              <NavigationIcon icon={framePages[page].icon} />
              {t(`pages.${page}`)}
            </NavigationLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const NavigationIcon = ({ icon: Icon }: { readonly icon: LucideIcon }) => (
  <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
)

/** An area; if it or one of its pages is open, also its pages. */
function AreaLinks({ area, href, items }: NavigationArea) {
  const t = useTranslations("frame")
  const title = useItemTitle()
  const position = usePosition()
  const isOpen = position?.area.area === area && !position.isOperation
  const shown = isOpen ? items.find((item) => item === position.item) : undefined
  return (
    <li>
      <NavigationLink href={href} isCurrent={isOpen && shown === undefined}>
        <NavigationIcon icon={areaIcons[area]} />
        {t(`areas.${area}`)}
      </NavigationLink>
      {isOpen && items.length > 0 ? (
        <ul aria-label={t(`areas.${area}`)} className="mt-px mb-2 ml-4 space-y-px border-l pl-2">
          {items.map((item) => (
            <li key={item.href}>
              <NavigationLink href={item.href} isCurrent={item === shown}>
                {title(item)}
              </NavigationLink>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function usePosition() {
  const { areas } = useFrame()
  return positionOf(usePathname(), areas)
}

interface NavigationLinkProps {
  readonly href: string
  readonly isCurrent: boolean
  readonly children: ReactNode
}

function NavigationLink({ href, isCurrent, children }: NavigationLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: "nearest" })
  }, [isCurrent])
  return (
    <Link
      ref={link}
      href={href}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      className={cn(
        rowClass,
        "scroll-my-3",
        isCurrent ? "bg-pressed font-medium text-ink" : "text-ink-muted",
      )}
    >
      {children}
    </Link>
  )
}

/** The navigation on narrow screens; closes when a page is selected. */
export function NavigationSheet() {
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
          <Navigation />
        </div>
      </SheetContent>
    </Sheet>
  )
}
