"use client"

import { Languages } from "lucide-react"
import { useLocale, useTranslations } from "use-intl"
import { languageOf, localeCookie, localeNames, locales } from "@/lib/client/messages"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "../ui/menu"
import { useChoice } from "./use-choice"

/** The languages of the interface, each by its own name. */
export function LanguageChoices() {
  const choose = useChoice(localeCookie)
  return (
    <MenuRadioGroup value={languageOf(useLocale())} onValueChange={choose}>
      {locales.map((locale) => (
        <MenuRadioItem key={locale} value={locale} lang={locale}>
          {localeNames[locale]}
        </MenuRadioItem>
      ))}
    </MenuRadioGroup>
  )
}

/** Selects the language on pages without a person's menu. */
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
