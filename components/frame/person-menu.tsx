"use client"

import { useState } from "react"
import { useTranslations } from "use-intl"
import { later } from "../ui/later"
import { Menu, MenuContent, MenuTrigger } from "../ui/menu"
import { useFrame } from "./frame-context"
import { initialsOf, nameOf } from "./person"

const PersonChoices = later(() => import("./person-choices").then((part) => part.PersonChoices))
const ZoneDialog = later(() => import("./zone-dialog").then((part) => part.ZoneDialog))

/** Who is signed in and as what, the language and time zone of their pages, and the way out. */
export function PersonMenu() {
  const t = useTranslations("frame")
  const { person } = useFrame()
  /** Of the dialog for the time zone, once it was opened. */
  const [zone, setZone] = useState<{ readonly isOpen: boolean }>()
  const name = nameOf(person) ?? t(`roles.${person.role}`)
  return (
    <>
      <Menu content={PersonChoices}>
        <MenuTrigger
          aria-label={`${t("person")}: ${name}`}
          className="flex h-8 items-center gap-2 rounded-full pl-1 transition-colors hover:bg-hover data-popup-open:bg-hover sm:rounded-md sm:px-1.5"
        >
          <span className="grid size-6 place-items-center rounded-full bg-accent-soft font-semibold text-2xs text-accent-ink">
            {initialsOf(name)}
          </span>
          <span className="hidden max-w-40 truncate sm:block">{name}</span>
        </MenuTrigger>
        <MenuContent align="end" className="min-w-64">
          <PersonChoices onZone={() => setZone({ isOpen: true })} />
        </MenuContent>
      </Menu>
      {zone ? (
        <ZoneDialog open={zone.isOpen} onOpenChange={(isOpen) => setZone({ isOpen })} />
      ) : null}
    </>
  )
}
