"use client"

import { useLocale } from "use-intl"
import { languageOf, localeCookie, localeNames, locales } from "@/lib/client/messages"
import { MenuRadioGroup, MenuRadioItem } from "../ui/menu"
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
