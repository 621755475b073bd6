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
import { areaIcons, framePages } from "./frame-pages"
import type { NavigationArea } from "./navigation-for"

const rowClass =
  "flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 py-1 transition-colors hover:bg-hover hover:text-ink pointer-coarse:min-h-11"

/** Every page that the person may read, by what people do; the area that is open shows the pages below it. */
export function Navigation() {
  const t = useTranslations("frame")
  const { areas, pages } = useFrame()
  return (
    <nav aria-label={t("navigation")} className="px-3 py-3">
      <ul className="space-y-px">
        <li>
          <NavigationLink href="/">
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
            <NavigationLink href={framePages[page].href}>
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

const isWithin = (pathname: string, href: string) =>
  pathname === href || pathname.startsWith(`${href}/`)

function AreaLinks({ area, href, items, more }: NavigationArea) {
  const t = useTranslations("frame")
  const title = useItemTitle()
  const pathname = usePathname()
  const below = items.find((item) => isWithin(pathname, item.href))
  const beside = more.some((item) => !item.isOfPlatform && isWithin(pathname, item.href))
  const isOpen = isWithin(pathname, href) || below !== undefined || beside
  return (
    <li>
      <NavigationLink href={href} isAlone={below !== undefined}>
        <NavigationIcon icon={areaIcons[area]} />
        {t(`areas.${area}`)}
      </NavigationLink>
      {isOpen && items.length > 0 ? (
        <ul aria-label={t(`areas.${area}`)} className="mt-px mb-2 ml-4 space-y-px border-l pl-2">
          {items.map((item) => (
            <li key={item.href}>
              <NavigationLink href={item.href}>{title(item)}</NavigationLink>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

interface NavigationLinkProps {
  readonly href: string
  /** A page below it has a link of its own. */
  readonly isAlone?: boolean
  readonly children: ReactNode
}

function NavigationLink({ href, isAlone = false, children }: NavigationLinkProps) {
  const pathname = usePathname()
  const current = pathname === href || (!isAlone && href !== "/" && isWithin(pathname, href))
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: "nearest" })
  }, [current])
  return (
    <Link
      ref={link}
      href={href}
      prefetch={false}
      aria-current={current ? "page" : undefined}
      className={cn(
        rowClass,
        "scroll-my-3",
        current ? "bg-pressed font-medium text-ink" : "text-ink-muted",
      )}
    >
      {children}
    </Link>
  )
}

/** The navigation of narrow screens; it closes when a page was chosen. */
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
