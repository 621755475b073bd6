"use client"

import { Languages } from "lucide-react"
import { useTranslations } from "use-intl"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuTrigger } from "../ui/menu"
import { LanguageChoices } from "./language-choices"

/** The language, where there is no person yet whose menu holds it. */
export function LanguageSwitch() {
  const t = useTranslations("frame")
  return (
    <Menu>
      <MenuTrigger
        render={
          <IconButton label={t("language")}>
            <Languages aria-hidden="true" />
          </IconButton>
        }
      />
      <MenuContent align="end">
        <LanguageChoices />
      </MenuContent>
    </Menu>
  )
}
