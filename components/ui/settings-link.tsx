"use client"

import Link from "next/link"
import { useTranslations } from "use-intl"
import { buttonVariants } from "./button"

/** A link to the settings, for people who may name things in the workspace. */
export function SettingsLink() {
  const t = useTranslations("errors.actions")
  return (
    <Link href="/settings" prefetch={false} className={buttonVariants()}>
      {t("settings")}
    </Link>
  )
}
