"use client"

import { Upload } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { buttonVariants } from "../../ui/button"

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
