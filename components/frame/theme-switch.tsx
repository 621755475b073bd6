"use client"

import { Monitor, Moon, Sun } from "lucide-react"
import { useTheme } from "next-themes"
import { useTranslations } from "use-intl"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "../ui/menu"

const choices = [
  { theme: "light", Icon: Sun },
  { theme: "dark", Icon: Moon },
  { theme: "system", Icon: Monitor },
] as const

export function ThemeSwitch() {
  const t = useTranslations("frame")
  const { theme, setTheme } = useTheme()
  return (
    <Menu>
      <MenuTrigger
        render={
          <IconButton label={t("theme.label")}>
            <Sun className="dark:hidden" aria-hidden="true" />
            <Moon className="hidden dark:block" aria-hidden="true" />
          </IconButton>
        }
      />
      <MenuContent align="end">
        <MenuRadioGroup value={theme ?? "system"} onValueChange={setTheme}>
          {choices.map(({ theme: choice, Icon }) => (
            <MenuRadioItem key={choice} value={choice}>
              <Icon aria-hidden="true" />
              {t(`theme.${choice}`)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}
