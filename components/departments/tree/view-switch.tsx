"use client"

import { ListTree, type LucideIcon, Table2, Upload } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { buttonVariants } from "../../ui/button"
import { cn } from "../../ui/class-names"

/** Where administrators bring changes from a file. */
export function ImportLink() {
  const t = useTranslations("departments.tree")
  return (
    <Link href="/departments/import" className={buttonVariants({ size: "sm" })}>
      <Upload aria-hidden="true" />
      {t("import")}
    </Link>
  )
}

const views = {
  tree: { href: "/departments", icon: ListTree },
  table: { href: "/departments/table", icon: Table2 },
} as const satisfies Readonly<Record<string, { href: string; icon: LucideIcon }>>

type DepartmentView = keyof typeof views

/** The two ways to see the departments; each has an address of its own. */
export function ViewSwitch({ view }: { view: DepartmentView }) {
  const t = useTranslations("departments.tree.views")
  return (
    <nav aria-label={t("label")} className="flex rounded-md border bg-surface p-0.5">
      {(["tree", "table"] as const).map((name) => {
        const { href, icon: Icon } = views[name]
        const isShown = name === view
        return (
          <Link
            key={name}
            href={href}
            aria-current={isShown ? "page" : undefined}
            className={cn(
              "flex h-6 items-center gap-1.5 rounded-sm px-2 text-xs transition-colors hover:text-ink pointer-coarse:h-9",
              isShown ? "bg-pressed font-medium text-ink" : "text-ink-muted",
            )}
          >
            <Icon className="size-3.5" aria-hidden="true" />
            {t(name)}
          </Link>
        )
      })}
    </nav>
  )
}
